// item_sums: the words of item_table.cl for counts and sums of weights. There are SUM_WORDS for each weight vector. The
// first word of the last vector also has the count, in its lower 16 bits. While the count fits, a sum of integers or of
// 29-bit weights takes at most 48 bits. A sum of two words is low + 2^32 high: the low parts of weights have 32 bits
// and are not negative, and the sum of the high parts does not overflow, because all weights of a job add up to less
// than 2^94 units.

#define WIDE_WORDS (VECTORS == 0 ? 1 : VECTORS * SUM_WORDS)
#define BLOCK_WORDS WIDE_WORDS // number of words that a row adds
#define COUNT_WORD (VECTORS == 0 ? 0 : (VECTORS - 1) * SUM_WORDS)

// Adds row n of a block.
static inline ALWAYS_INLINE void add_row(__local ulong *p, const ulong words[][BLOCK], uint n) {
    for (uint w = 0; w < WIDE_WORDS; ++w) p[w] += words[w][n];
}

// The sum of a weight vector, from the words of a value.
static inline void sum_of_words(ulong *n, __local const ulong *p, uint v, ulong count) {
    const bool is_signed = (SUM_WORDS == 1 && HAS_FLAGS) || SIGNED_WEIGHTS;
    n[0] = p[v * SUM_WORDS];
    if (v + 1 == VECTORS) n[0] = is_signed ? (ulong)((long)(n[0] - count) >> 16) : (n[0] - count) >> 16;
    if (SUM_WORDS == 1) return;
    const ulong high = p[v * SUM_WORDS + 1], shifted = high << 32;
    n[0] += shifted;
    n[SUM_WORDS - 1] = (ulong)((long)high >> 32) + (n[0] < shifted ? 1 : 0);
}

// Sets the words that row i adds for a weight vector.
static inline void set_words(ulong words[][BLOCK], uint i, WEIGHT_VALUE weight, const scaling *scale, uint v) {
    ulong n[SUM_WORDS];
    words_of_weight(n, weight, scale);
    words[v * SUM_WORDS][i] = v + 1 < VECTORS ? n[0] : (n[0] << 16) + 1;
    if (SUM_WORDS == 2) words[v * SUM_WORDS + 1][i] = n[SUM_WORDS - 1];
}
