// whole_narrow: counters that stop at MAX_COUNT are integers.
#define as_counter(n) min(n, (ulong)MAX_COUNT)
#define as_whole(n) (n)
