// item_table: a work-item's table, for item_columns.cl. Many columns of bytes are counted by value in the table, which
// also has the sums or extremes of weights. For CPUs: a work-group is one work-item, whose table for a tile of columns
// stays in the L1 and L2 caches. Included after columns_of_rows.cl, column_sums.cl, and item_sums.cl or
// item_extremes.cl.
//
// A table has WIDE_WORDS words of 64 bits per value. Before a table would count more than 65,535 rows, it is added to
// the sums in the workspace and zeroed. Columns are PADDED_VALUES apart, which is not a power of two, so that equal
// values of adjacent columns do not share a set of a cache.

#define MAX_ROWS_AT_ONCE 65535u

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
                    __global ulong *total = sum + (1 + v * SUM_WORDS) * apart;
                    if (alone)
                        add_alone(total, apart, n);
                    else
                        add_to_sum_of_weights(total, apart, n);
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
    ulong words[BLOCK_WORDS][BLOCK];
} block;

// Sets the flags of a weight that is not plain, in all columns of a tile.
static inline void
flag_row(const rows_of_job *job, ulong at, uint first, uint tile, uint columns, WEIGHT_VALUE weight, uint v) {
    for (uint n = first; n < first + tile; ++n)
        flag_weight(job, byte_of_row(job, at, n), axis_of_column(job->channels, job->counted, columns, n), columns,
                    weight, v);
}
