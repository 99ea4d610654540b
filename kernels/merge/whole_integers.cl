// whole_integers: counts of elements are integers, so they need no conversion.
#define finished_count(count, old) ((SUM_COUNTER)((count) + (old)))
