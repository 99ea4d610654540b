// counter_words: the counters are in the workspace, and are wide sums (amount_float.cl) or ranks (amount_extreme.cl). A
// kernel converts them to the caller's counters at the end.
static inline void add_to_count(__global COUNTER *counts, size_t bin, amount n) {
    atomic_add_global(counts + bin * WORDS, 1, n);
}
