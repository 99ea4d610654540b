// counter_wide: the counters are wide sums of float weights (amount_float.cl), which the kernel finish_sums converts to
// the caller's floats at the end.
static inline void add_to_count(__global COUNTER *counts, size_t bin, amount n) {
    atomic_add_global(counts + bin * 4, 1, n);
}
