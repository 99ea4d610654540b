// counter_wide: counters are the wide sums of float weights, which a kernel of wide_sums.cl finally converts to the
// caller's doubles.
static inline void add_to_count(__global COUNTER *counts, size_t bin, amount n) {
    atomic_add_global(counts + bin * 4, 1, n);
}
