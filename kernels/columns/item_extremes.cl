// item_extremes: the words of item_table.cl for minima and maxima. They are the highest rank of each weight vector,
// then the count.

#define WIDE_WORDS (VECTORS + 1)
#define BLOCK_WORDS VECTORS // words of a row: its ranks
#define COUNT_WORD VECTORS

// Updates the extremes and the count with row n of a block.
static inline ALWAYS_INLINE void add_row(__local ulong *p, const ulong words[][BLOCK], uint n) {
    for (uint v = 0; v < VECTORS; ++v) p[v] = max(p[v], words[v][n]);
    ++p[COUNT_WORD];
}

static inline void sum_of_words(ulong *n, __local const ulong *p, uint v, ulong count) { n[0] = p[v]; }

static inline void set_words(ulong words[][BLOCK], uint i, WEIGHT_VALUE weight, const scaling *scale, uint v) {
    words[v][i] = rank_of(weight);
}
