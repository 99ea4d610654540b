// counter_32: the caller's counters have 32 bits.
static inline void add_to_count(__global COUNTER *counts, size_t bin, amount n) { atomic_add(counts + bin, n); }
