// batch_one: the job has one histogram.
#define IS_BATCH 0
#define EACH_HISTOGRAM(h) const uint h = 0;
