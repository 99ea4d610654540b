// counter_words: the counters are words in the workspace, wide sums (amount_float.cl) or ranks (amount_extreme.cl),
// which a kernel converts to the caller's counters at the end.
static inline void add_to_count(__global COUNTER *counts, size_t bin, amount n) {
    atomic_add_global(counts + bin * WORDS, 1, n);
}
