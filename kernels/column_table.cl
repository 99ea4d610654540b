// column_table: the table of columns.cl: many columns of bytes, counted by their values from one table in local memory,
// with the sums of narrow weights beside the counts. For GPUs; item_columns.cl is for CPUs. columns_of_rows.cl and
// column_sums.cl are before both.
//
// A table has TEAM counters of each value and limb: limb, value, slot. A work-item counts one 32-bit word of a row,
// which is four columns, and those of a team of TEAM work-items have slots of their own, so that they never wait for
// each other: work-item r of those that share a word begins with column r % 4. Slots beyond a tile's columns are its
// replicas. Where there are so few values that the table has room for those of two columns jointly (PAIRED), a word has
// two counters instead of four.
//
// A float is a whole number of units, split into two limbs of 15 bits: x = M + hi, where M = 1.5 · 2^23 makes a single
// float's last bit a unit, and y = M + lo. Their bits are added as they are; a count, which is added too, tells how
// many M to take off. An integer is a limb by itself. A group has so few rows (src/choose/column_launch.cpp) that no
// limb overflows.
//
// Work-groups add their tables to the sums in the workspace. The last of a tile to arrive writes the counters of its
// columns, and leaves zeros for the next launch.

#define TILE_COLUMNS (4 * TILE_WORDS)
#define FIELDS (PAIRED ? 2 : 4) // of a word, each with a counter
#define FIELD_BITS (32 / FIELDS)
#define TILE_FIELDS (FIELDS * TILE_WORDS)
#define ROWS_OF_TEAM (LOADS * TEAM / TILE_WORDS) // at once, LOADS side by side for a work-item
#define TABLE_ROWS (PAIRED ? TABLE_VALUES * TABLE_VALUES : TABLE_VALUES)
#define TABLE_LIMB (TABLE_ROWS * TEAM)
#define LIMBS (1 + LIMBS_OF_WEIGHT * VECTORS)

typedef struct {
    uint at[LIMBS_OF_WEIGHT];
} limbs;
