// whole_narrow: counts of elements are integers that stop at MAX_COUNT.
#define finished_count(count, old) ((SUM_COUNTER)min((ulong)(count) + (old), (ulong)MAX_COUNT))
