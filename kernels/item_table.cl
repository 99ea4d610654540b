// item_table: a work-item's table, for item_columns.cl: many columns of bytes are counted by value, together with the
// sums of narrow weights. For CPUs: a work-group is one work-item and has its own table for a tile of columns, which
// stays in the L1 and L2 caches. Included after columns_of_rows.cl and column_sums.cl.
//
// A table has WIDE_WORDS words of 64 bits per value: the last word has the count in its lower 16 bits, and above it the
// sum of the last weight vector, if any. Before it counts more than 65,535 rows, the table is added to the sums and
// zeroed; until then sums of 29-bit weights take at most 45 bits. Columns are PADDED_VALUES apart, which is not a power
// of two, so that equal values of adjacent columns do not share a set of a cache.

#define WIDE_WORDS (VECTORS == 0 ? 1 : VECTORS)
#define MAX_ROWS_AT_ONCE 65535u

// `alone`: whether no other work-item adds to the sums of these columns.
static inline void add_to_total(__global ulong *sum, ulong n, bool alone) {
    if (alone)
        *sum += n;
    else
        add_to_sum(sum, n);
}

static inline ALWAYS_INLINE void
empty_table(__local ulong *table, const rows_of_job *job, uint first, uint tile, uint columns, __global ulong *sums,
            bool alone) {
    const size_t apart = (size_t)VALUES * columns;
    for (uint c = 0; c < tile; ++c) {
        const uint axis = axis_of_column(job->channels, job->counted, columns, first + c);
        for (uint value = 0; value < VALUES; ++value) {
            __local ulong *p = table + (c * PADDED_VALUES + value) * WIDE_WORDS;
            const ulong last = p[WIDE_WORDS - 1];
            const ulong count = last & 0xffffu;
            if (count != 0) {
                __global ulong *sum = sums + PLACE_OF(value, axis, columns);
                add_to_total(sum, count, alone);
                for (uint v = 0; v + 1 < VECTORS; ++v) add_to_total(sum + (1 + v) * apart, p[v], alone);
                if (VECTORS > 0) add_to_total(sum + VECTORS * apart, (ulong)((long)(last - count) >> 16), alone);
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

static inline ulong wide_word(WEIGHT_VALUE weight, const scaling *scale, uint v) {
    const long units = units_of_weight(weight, scale);
    return v + 1 < VECTORS ? (ulong)units : ((ulong)units << 16) + 1;
}

// Flags a weight that is not plain in all columns of a tile.
static inline void flag_row(const rows_of_job *job, ulong at, uint first, uint tile, uint columns, WEIGHT_VALUE weight,
                            uint v) {
    for (uint n = first; n < first + tile; ++n)
        flag_weight(job, byte_of_row(job, at, n), axis_of_column(job->channels, job->counted, columns, n), columns,
                    weight, v);
}
