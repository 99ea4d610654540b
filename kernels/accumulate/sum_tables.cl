// sum_tables: the tables in which a work-item sums float weights. It is used instead of item_tables.cl. A sum is
//
//     high · 2^32 + low units      both are signed 64-bit integers
//
// An amount changes low by at most 2^31, and a launch adds at most 2^31 amounts, so low cannot overflow, and only
// sum_of_tables() carries. REPLICAS interleaved tables of high are first,
//
//     tables[row * REPLICAS + table]     as 64-bit integers
//
// then as many of low, which most amounts do not change, then a word of flags for each row. The counters of a sum (see
// add_cell_to_sums.cl) have consecutive rows. After these is a spare row for SPARE_CELL, for weights that are not
// counted. A count is a sum of ones, in low. No atomics are used.
//
// In these functions `size` is the number of counters.

static inline uint rows_of(uint size) { return size + SUMS; }
static inline uint row_of(uint counter, uint size) { return SUMS == 1 ? counter : counter + counter / (size / SUMS); }
static inline uint first_row(uint sum, uint size) { return sum * (size / SUMS + 1); }

// Number of words of a work-item's tables. It is even, so that the next work-item's 64-bit sums are aligned.
static inline uint table_words(uint size) { return (rows_of(size) * (WORDS * REPLICAS + 1) + 1) & ~1u; }

static inline TABLES_AT long *high_sums(TABLES_AT uint *tables) { return (TABLES_AT long *)tables; }
static inline TABLES_AT long *low_sums(TABLES_AT uint *tables, uint size) {
    return high_sums(tables) + rows_of(size) * REPLICAS;
}
static inline TABLES_AT uint *flags_of_row(TABLES_AT uint *tables, uint size, uint row) {
    return tables + rows_of(size) * WORDS * REPLICAS + row;
}

static inline void zero_tables(TABLES_AT uint *tables, uint size) {
    for (uint i = 0; i < 2 * rows_of(size) * REPLICAS; ++i)
        high_sums(tables)[i] = 0; // also zeroes low_sums, which follow
    for (uint row = 0; row < rows_of(size); ++row) *flags_of_row(tables, size, row) = 0;
}

static inline void add_to_tables(TABLES_AT uint *tables, uint size, uint counter, uint place, amount n) {
    const uint row = row_of(counter, size), at = row * REPLICAS + place % REPLICAS;
    high_sums(tables)[at] += (long)((ulong)n.s2 << 32 | n.s1) + (n.s0 >> 31);
    low_sums(tables, size)[at] += (int)n.s0;
    if (n.s3 != 0) *flags_of_row(tables, size, row) |= n.s3;
}

// Adds values[k], for each of n cells, to the sum of the cell in a table whose first row is at `sums`. (If the callers
// added the first row to each cell instead, compilers would do so by vectors, which takes three times as long.)
static inline ALWAYS_INLINE void
add_values(TABLES_AT long *sums, CELLS_AT const CELL *cells, const long *values, uint n) {
    for (; n >= 16; n -= 16, cells += 16, values += 16) {
        UNROLLED for (uint k = 0; k < 16; ++k)(sums + k % REPLICAS)[cells[k] * REPLICAS] += values[k];
    }
    for (uint k = 0; k < n; ++k) sums[cells[k] * REPLICAS] += values[k];
}

// Like add_values(), but for two tables at once. (Adding to one table and then to the other takes twice as long,
// because each addition to a cell waits for the previous one to the same cell.)
static inline ALWAYS_INLINE void add_both(TABLES_AT long *highs, TABLES_AT long *lows, CELLS_AT const CELL *cells,
                                          const long *high, const long *low, uint n) {
    for (; n >= 16; n -= 16, cells += 16, high += 16, low += 16) {
        UNROLLED for (uint k = 0; k < 16; ++k) {
            (highs + k % REPLICAS)[cells[k] * REPLICAS] += high[k];
            (lows + k % REPLICAS)[cells[k] * REPLICAS] += low[k];
        }
    }
    for (uint k = 0; k < n; ++k) {
        highs[cells[k] * REPLICAS] += high[k];
        lows[cells[k] * REPLICAS] += low[k];
    }
}

// Adds one to each of n cells in a table whose first row is at `sums`.
static inline ALWAYS_INLINE void add_ones(TABLES_AT long *sums, CELLS_AT const CELL *cells, uint n) {
    for (; n >= 16; n -= 16, cells += 16) {
        UNROLLED for (uint k = 0; k < 16; ++k)++(sums + k % REPLICAS)[cells[k] * REPLICAS];
    }
    for (uint k = 0; k < n; ++k) ++sums[cells[k] * REPLICAS];
}

static inline amount sum_of_tables(TABLES_AT uint *tables, uint size, uint counter) {
    const uint row = row_of(counter, size);
    TABLES_AT const long *highs = high_sums(tables) + row * REPLICAS, *lows = low_sums(tables, size) + row * REPLICAS;
    long low = 0, high = 0;
    for (uint table = 0; table < REPLICAS; ++table) {
        low += (uint)lows[table];
        high += highs[table] + (lows[table] >> 32);
    }
    high += low >> 32;
    return (amount)((uint)low, (uint)high, (uint)((ulong)high >> 32), *flags_of_row(tables, size, row));
}
