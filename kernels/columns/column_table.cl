// column_table: the table of columns.cl. Many columns of bytes are counted by value in one table in local memory, which
// also has the sums of weights. For GPUs; item_columns.cl is for CPUs. Included after columns_of_rows.cl and
// column_sums.cl.
//
// A table has TEAM counters (slots) for each limb and value: table[limb][value][slot]. A work-item counts one 32-bit
// word of a row, which holds four columns. The TEAM work-items of a team use different slots at any time, so that their
// atomics never conflict: among the work-items that count the same word, the r-th starts with column r % 4 of the word.
// Slots beyond a tile's columns are replicas. If columns have few values, a counter may count the values of two columns
// jointly (PAIRED): a word then takes two counters instead of four, and the r-th work-item starts with pair r % 2.
//
// A narrow weight is a number of units, split into two limbs of 15 bits: x = M + hi and y = M + lo, where M = 1.5 ·
// 2^23, so that the last bit of x and y is worth 1. The bits of x and y are added as integers; the count of elements,
// which is also kept, says how often to subtract the bits of M. An integer weight of up to 16 bits is one limb. The
// rows per group are limited (src/choose/column_launch.cpp) so that no limb overflows. The limbs of other weights carry
// into the next limb.
//
// Work-groups add their tables to the sums in the workspace. columns_one_launch.cl and columns_two_launches.cl say how
// the sums become the caller's counters.

#define TILE_COLUMNS (4 * TILE_WORDS)
#define FIELDS (PAIRED ? 2 : 4) // parts of a word; each part has its own counter
#define FIELD_BITS (32 / FIELDS)
#define TILE_FIELDS (FIELDS * TILE_WORDS)
#define ROWS_PER_TEAM (LOADS * TEAM / TILE_WORDS) // rows that a team counts at once, LOADS per work-item
#define TABLE_ROWS (PAIRED ? TABLE_VALUES * TABLE_VALUES : TABLE_VALUES)
#define TABLE_LIMB (TABLE_ROWS * TEAM)
#define LIMBS (1 + LIMBS_PER_WEIGHT * VECTORS)

typedef struct {
    uint at[LIMBS_PER_WEIGHT];
} limbs;
