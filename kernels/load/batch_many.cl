// batch_many: the job has several histograms.
#define IS_BATCH 1
#define EACH_HISTOGRAM(h) \
    for (uint h = first_histogram + (uint)get_group_id(2); h < end_histogram; h += (uint)get_num_groups(2))
