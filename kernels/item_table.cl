// item_table: a work-item's table, for item_columns.cl: many columns of bytes, counted by their values, with the sums
// of narrow weights beside the counts. For CPUs: a work-item is a group, and has a table of its own for a tile of
// columns, which stays in the nearest caches. columns_of_rows.cl and column_sums.cl are before it.
//
// A table has WIDE_WORDS words of 64 bits of each value: the last has the count in its lower 16 bits, and above them
// the sum of the last weights, or nothing. So a table is emptied after 65,535 rows; 29 bits of a weight and 16 of rows
// are 45. Columns are PADDED_VALUES apart (a constant of the host), which is not a power of two, so that equal values
// of neighbours do not share a set of a cache.

#define WIDE_WORDS (VECTORS == 0 ? 1 : VECTORS)
#define MAX_ROWS_AT_ONCE 65535u

// `alone`: no other work-item adds to the sums of these columns.
static inline void add_to_total(__global ulong *sum, ulong n, bool alone) {
    if (alone)
        *sum += n;
    else
        add_to_sum(sum, n);
}

static inline ALWAYS_INLINE void
empty_table(__local ulong *table, uint first, uint tile, uint columns, __global ulong *sums, bool alone) {
    const size_t apart = (size_t)VALUES * columns;
    for (uint c = 0; c < tile; ++c) {
        for (uint value = 0; value < VALUES; ++value) {
            __local ulong *p = table + (c * PADDED_VALUES + value) * WIDE_WORDS;
            const ulong last = p[WIDE_WORDS - 1];
            const ulong count = last & 0xffffu;
            if (count != 0) {
                __global ulong *sum = sums + PLACE_OF(value, first + c, columns);
                add_to_total(sum, count, alone);
                for (uint v = 0; v + 1 < VECTORS; ++v) add_to_total(sum + (1 + v) * apart, p[v], alone);
                if (VECTORS > 0) add_to_total(sum + VECTORS * apart, (ulong)((long)(last - count) >> 16), alone);
            }
            for (uint w = 0; w < WIDE_WORDS; ++w) p[w] = 0;
        }
    }
}

#define ROWS_AHEAD 16

// What the rows of a block add to their counters, and where they are.
typedef struct {
    ulong at[BLOCK];
    ulong words[WIDE_WORDS][BLOCK];
} block;

static inline ulong wide_word(WEIGHT_VALUE weight, const scaling *scale, uint v) {
    const long units = units_of_weight(weight, scale);
    return v + 1 < VECTORS ? (ulong)units : ((ulong)units << 16) + 1;
}
