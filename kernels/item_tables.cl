// item_tables: REPLICAS interleaved tables of one work-item's counters,
//
//     tables[((cell * WORDS) + word) * REPLICAS + table]
//
// and the sample at position p of a load or block goes to table p mod REPLICAS: successive samples of one cell increment different
// words, so none waits for the store before it. The last cell is SPARE_CELL, for samples that are not counted. No atomics.

static inline uint table_words(uint cells) { return (cells + 1) * WORDS * REPLICAS; }

static inline void zero_tables(__local uint *tables, uint words) {
    for (uint i = 0; i < words; ++i) tables[i] = 0;
}

static inline void add_to_tables(__local uint *tables, uint cell, uint place, amount n) {
    add_local(tables + cell * WORDS * REPLICAS + place % REPLICAS, REPLICAS, n);
}

#if BLOCK_LOOPS && !WEIGHTED
static inline void add_block_to_tables(__local uint *tables, CELLS_AT const CELL *cells, uint n) {
    for (; n >= 16; n -= 16, cells += 16) {
#pragma unroll
        for (uint place = 0; place < 16; ++place) ++(tables + place % REPLICAS)[cells[place] * REPLICAS];
    }
    for (; n > 0; --n, ++cells) ++tables[*cells * REPLICAS];
}
#endif

static inline amount sum_of_tables(__local const uint *tables, uint cell) {
    amount sum = no_amount();
    for (uint table = 0; table < REPLICAS; ++table)
        sum = sum_of(sum, read_local(tables + cell * WORDS * REPLICAS + table, REPLICAS));
    return sum;
}
