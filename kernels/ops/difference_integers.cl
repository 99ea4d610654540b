// difference_integers: the difference of two counts, or sums of integers.
static inline SUM_COUNTER less(SUM_COUNTER a, SUM_COUNTER b) { return a - b; }
