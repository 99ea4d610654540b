// counter_rank: the counters are ranks (amount_extreme.cl), which the kernel finish_ranks converts to the caller's
// counters at the end.
static inline void add_to_count(__global COUNTER *counts, size_t bin, amount n) {
    atomic_add_global((__global uint *)(counts + bin), 1, n);
}
