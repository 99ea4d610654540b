// sum_tables: the tables in which a work-item sums float weights. Replaces item_tables.cl. A sum is
//
//     high · 2^32 + low units      both are signed 64-bit integers
//
// An amount changes low by at most 2^31, and a launch adds at most 2^31 amounts, so low cannot overflow, and carries
// wait for sum_of_tables(). REPLICAS interleaved tables of high are first,
//
//     tables[cell * REPLICAS + table]     as 64-bit integers
//
// then as many of low, which most amounts do not change, then a word of flags for each cell. The last cell is
// SPARE_CELL, for weights that are not counted. No atomics.

// Number of words of a work-item's tables. It is even, so that the next work-item's 64-bit sums are aligned.
static inline uint table_words(uint cells) { return ((cells + 1) * (WORDS * REPLICAS + 1) + 1) & ~1u; }

// In the next functions `size` is the number of cells of a table, without the spare one.
static inline TABLES_AT long *high_sums(TABLES_AT uint *tables) { return (TABLES_AT long *)tables; }
static inline TABLES_AT long *low_sums(TABLES_AT uint *tables, uint size) {
    return high_sums(tables) + (size + 1) * REPLICAS;
}
static inline TABLES_AT uint *flags_of_cell(TABLES_AT uint *tables, uint size, uint cell) {
    return tables + (size + 1) * WORDS * REPLICAS + cell;
}

static inline void zero_tables(TABLES_AT uint *tables, uint size) {
    for (uint i = 0; i < 2 * (size + 1) * REPLICAS; ++i) high_sums(tables)[i] = 0; // and those of low
    for (uint cell = 0; cell <= size; ++cell) *flags_of_cell(tables, size, cell) = 0;
}

static inline void add_to_tables(TABLES_AT uint *tables, uint size, uint cell, uint place, amount n) {
    const uint at = cell * REPLICAS + place % REPLICAS;
    high_sums(tables)[at] += (long)((ulong)n.s2 << 32 | n.s1) + (n.s0 >> 31);
    low_sums(tables, size)[at] += (int)n.s0;
    if (n.s3 != 0) *flags_of_cell(tables, size, cell) |= n.s3;
}

// Adds n amounts to the cells cells[k] + apart. The spare cell stays spare. Adds `low` only if LOW.
#define DEFINE_ADD_AMOUNTS(NAME, LOW)                                                                                \
    static inline ALWAYS_INLINE void NAME(TABLES_AT uint *tables, uint size, CELLS_AT const CELL *cells, uint apart, \
                                          const long *high, const long *low, uint n) {                               \
        TABLES_AT long *highs = high_sums(tables), *lows = low_sums(tables, size);                                   \
        for (; n >= 16; n -= 16, cells += 16, high += 16, low += 16) {                                               \
            UNROLLED for (uint k = 0; k < 16; ++k) {                                                                 \
                const uint at = (apart == 0 ? cells[k] : min(cells[k] + apart, size)) * REPLICAS;                    \
                (highs + k % REPLICAS)[at] += high[k];                                                               \
                if (LOW) (lows + k % REPLICAS)[at] += low[k];                                                        \
            }                                                                                                        \
        }                                                                                                            \
        for (uint k = 0; k < n; ++k) {                                                                               \
            const uint at = (apart == 0 ? cells[k] : min(cells[k] + apart, size)) * REPLICAS;                        \
            highs[at] += high[k];                                                                                    \
            if (LOW) lows[at] += low[k];                                                                             \
        }                                                                                                            \
    }
DEFINE_ADD_AMOUNTS(add_high_amounts, false)
DEFINE_ADD_AMOUNTS(add_amounts, true)

static inline amount sum_of_tables(TABLES_AT uint *tables, uint size, uint cell) {
    TABLES_AT const long *highs = high_sums(tables) + cell * REPLICAS, *lows = low_sums(tables, size) + cell * REPLICAS;
    long low = 0, high = 0;
    for (uint table = 0; table < REPLICAS; ++table) {
        low += (uint)lows[table];
        high += highs[table] + (lows[table] >> 32);
    }
    high += low >> 32;
    return (amount)((uint)low, (uint)high, (uint)((ulong)high >> 32), *flags_of_cell(tables, size, cell));
}
