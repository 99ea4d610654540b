// item_tables: REPLICAS interleaved tables of one work-item's counters,
//
//     tables[((cell * WORDS) + word) * REPLICAS + table]
//
// The sample at position p of a load or block is counted in table p mod REPLICAS: consecutive samples in the same cell
// increment different words, so none waits for the previous store. If REPLICAS exceeds 2, two more tables follow,
// interleaved with each other. Blocks in which nearby samples differ are counted in these two, because two tables take
// less space in the caches. The last cell is SPARE_CELL, for samples that are not counted. No atomics are used.

#define OTHERS (REPLICAS > 2 ? 2 : 0)

static inline uint table_words(uint cells) { return (cells + 1) * WORDS * (REPLICAS + OTHERS); }

static inline void zero_tables(TABLES_AT uint *tables, uint cells) {
    const uint words = table_words(cells);
    for (uint i = 0; i < words; ++i) tables[i] = 0;
}

// Only sum_tables.cl uses `size`, the number of cells of a table, not counting the spare one.
static inline void add_to_tables(TABLES_AT uint *tables, uint size, uint cell, uint place, amount n) {
    add_in_table(tables + cell * WORDS * REPLICAS + place % REPLICAS, REPLICAS, n);
}

// Whether many cells equal the cell 16 places further on; true for short blocks. The distance is the length of a
// vector, because the cells have just been stored as vectors, and a vector load that spans two recent stores waits for
// both.
static inline ALWAYS_INLINE bool neighbours_are_alike(CELLS_AT const CELL *cells, uint n) {
    const uint looks = 64, apart = 16;
    if (n < looks + apart) return true;
    CELL alike = 0;
    ROLLED_LOOP
    for (uint k = 0; k < looks; ++k) alike += (CELL)(cells[k] == cells[k + apart]);
    return alike > looks / 16;
}

static inline ALWAYS_INLINE void add_block_to(uint used, TABLES_AT uint *tables, CELLS_AT const CELL *cells, uint n) {
    for (; n >= 16; n -= 16, cells += 16) {
        UNROLLED for (uint place = 0; place < 16; ++place)++(tables + place % used)[cells[place] * used];
    }
    for (; n > 0; --n, ++cells) ++tables[*cells * used];
}

// `size`: number of cells of a table, not counting the spare one.
static inline ALWAYS_INLINE void
add_block_to_tables(TABLES_AT uint *tables, uint size, CELLS_AT const CELL *cells, uint n) {
    if (OTHERS == 0 || neighbours_are_alike(cells, n))
        add_block_to(REPLICAS, tables, cells, n);
    else
        add_block_to(OTHERS, tables + (size + 1) * REPLICAS, cells, n);
}

// Returns the sum of a cell's counters in all tables. `size`: number of cells of a table, not counting the spare one.
static inline amount sum_of_tables(TABLES_AT const uint *tables, uint size, uint cell) {
    amount sum = no_amount();
    for (uint table = 0; table < REPLICAS; ++table)
        sum = sum_of(sum, read_in_table(tables + cell * WORDS * REPLICAS + table, REPLICAS));
    TABLES_AT const uint *others = tables + (size + 1) * WORDS * REPLICAS;
    for (uint table = 0; table < OTHERS; ++table)
        sum = sum_of(sum, read_in_table(others + cell * WORDS * OTHERS + table, OTHERS));
    return sum;
}
