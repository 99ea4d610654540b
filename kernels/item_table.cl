// item_table: a work-item's table, for item_columns.cl: many columns of bytes are counted by value, together with the
// sums of weights. For CPUs: a work-group is one work-item and has its own table for a tile of columns, which
// stays in the L1 and L2 caches. Included after columns_of_rows.cl and column_sums.cl.
//
// A table has WIDE_WORDS words of 64 bits per value: SUM_WORDS for each weight vector. The first word of the last
// vector also has the count, in its lower 16 bits. Before it counts more than 65,535 rows, the table is added to the
// sums and zeroed; until then a sum of integers or of 29-bit weights takes at most 48 bits. A sum of two words is low +
// 2^32 high: the low parts of weights have 32 bits and are not negative, and the sum of the high parts does not
// overflow, because all weights of a job add up to less than 2^94 units. Columns are PADDED_VALUES apart, which is not
// a power of two, so that equal values of adjacent columns do not share a set of a cache.

#define WIDE_WORDS (VECTORS == 0 ? 1 : VECTORS * SUM_WORDS)
#define MAX_ROWS_AT_ONCE 65535u

// `alone`: whether no other work-item adds to the sums of these columns.
static inline void add_to_total(__global ulong *sum, size_t apart, const ulong *n, bool alone) {
    if (!alone) {
        add_to_sum_of_weights(sum, apart, n);
        return;
    }
    sum[0] += n[0];
    if (SUM_WORDS == 2) sum[apart] += n[SUM_WORDS - 1] + (sum[0] < n[0] ? 1 : 0);
}

#define COUNT_WORD (VECTORS == 0 ? 0 : (VECTORS - 1) * SUM_WORDS)

// The sum of a weight vector, from the words of a value.
static inline void sum_of_words(ulong *n, __local const ulong *p, uint v, ulong count) {
    const bool is_signed = (FLOAT_WEIGHTS && SUM_WORDS == 1) || SIGNED_WEIGHTS;
    n[0] = p[v * SUM_WORDS];
    if (v + 1 == VECTORS) n[0] = is_signed ? (ulong)((long)(n[0] - count) >> 16) : (n[0] - count) >> 16;
    if (SUM_WORDS == 1) return;
    const ulong high = p[v * SUM_WORDS + 1], shifted = high << 32;
    n[0] += shifted;
    n[SUM_WORDS - 1] = (ulong)((long)high >> 32) + (n[0] < shifted ? 1 : 0);
}

static inline ALWAYS_INLINE void empty_table(__local ulong *table, const rows_of_job *job, uint first, uint tile,
                                             uint columns, __global ulong *sums, bool alone) {
    const size_t apart = (size_t)VALUES * columns;
    for (uint c = 0; c < tile; ++c) {
        const uint axis = axis_of_column(job->channels, job->counted, columns, first + c);
        for (uint value = 0; value < VALUES; ++value) {
            __local ulong *p = table + (c * PADDED_VALUES + value) * WIDE_WORDS;
            const ulong count = p[COUNT_WORD] & 0xffffu;
            if (count != 0) {
                __global ulong *sum = sums + PLACE_OF(value, axis, columns);
                if (alone)
                    *sum += count;
                else
                    add_to_sum(sum, count);
                for (uint v = 0; v < VECTORS; ++v) {
                    ulong n[SUM_WORDS];
                    sum_of_words(n, p, v, count);
                    add_to_total(sum + (1 + v * SUM_WORDS) * apart, apart, n, alone);
                }
            }
            for (uint w = 0; w < WIDE_WORDS; ++w) p[w] = 0;
        }
    }
}

#define ROWS_AHEAD 16

// The rows of a block: where they are, and what each adds to its counters.
typedef struct {
    ulong at[BLOCK];
    ulong words[WIDE_WORDS][BLOCK];
} block;

// Sets what row i adds for a weight vector.
static inline void set_words(block *b, uint i, WEIGHT_VALUE weight, const scaling *scale, uint v) {
    ulong n[SUM_WORDS];
    words_of_weight(n, weight, scale);
    b->words[v * SUM_WORDS][i] = v + 1 < VECTORS ? n[0] : (n[0] << 16) + 1;
    if (SUM_WORDS == 2) b->words[v * SUM_WORDS + 1][i] = n[SUM_WORDS - 1];
}

// Flags a weight that is not plain in all columns of a tile.
static inline void
flag_row(const rows_of_job *job, ulong at, uint first, uint tile, uint columns, WEIGHT_VALUE weight, uint v) {
    for (uint n = first; n < first + tile; ++n)
        flag_weight(job, byte_of_row(job, at, n), axis_of_column(job->channels, job->counted, columns, n), columns,
                    weight, v);
}
