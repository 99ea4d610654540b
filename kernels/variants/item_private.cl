// item_private: each work-item counts in private tables. For CPUs: by default one work-item per work-group, and one or
// a few groups per compute unit.

typedef struct {
    TABLES_AT uint *memory;
    TABLES_AT uint *tables; // this work-item's tables
    uint words;             // number of words of these tables
    uint size;              // number of counters of a table
} accumulator;

static inline void
begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials, const problem *p) {
    a->memory = tables_of_group(memory, partials, p);
    a->size = WINDOW_BINS;
    a->words = table_words(a->size);
    a->tables = a->memory + (uint)get_local_id(0) * a->words;
    zero_tables(a->tables, a->size);
}

static inline void accumulate(accumulator *a, uint bin, uint place, amount n) {
    add_to_tables(a->tables, a->size, bin, place, n);
}

static inline ALWAYS_INLINE void accumulate_block(accumulator *a, CELLS_AT const CELL *cells, uint n) {
    add_block_to_tables(a->tables, a->size, cells, n);
}

// accumulate_amounts() adds the amounts of a block to sum number `sum`. accumulate_ones() adds ones to the count, which
// is sum 0. See sum_tables.cl.
static inline ALWAYS_INLINE void accumulate_amounts(accumulator *a, CELLS_AT const CELL *cells, uint sum,
                                                    const long *high, const long *low, bool has_low, uint n) {
    const uint first = first_row(sum, a->size) * REPLICAS;
    if (has_low)
        add_both(high_sums(a->tables) + first, low_sums(a->tables, a->size) + first, cells, high, low, n);
    else
        add_values(high_sums(a->tables) + first, cells, high, n);
}
static inline ALWAYS_INLINE void accumulate_ones(accumulator *a, CELLS_AT const CELL *cells, uint n) {
    add_ones(low_sums(a->tables, a->size), cells, n);
}

static inline void end(accumulator *a) { barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }

static inline amount private_count(const accumulator *a, uint bin) {
    amount sum = no_amount();
    for (uint item = 0; item < WORK_GROUP_SIZE; ++item)
        sum = sum_of(sum, sum_of_tables(a->memory + item * a->words, a->size, bin));
    return sum;
}
