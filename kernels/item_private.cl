// item_private: each work-item counts in private tables. For CPUs: by default one work-item per work-group, and one or
// a few groups per compute unit.

typedef struct {
    TABLES_AT uint *memory;
    TABLES_AT uint *tables; // this work-item's tables
    uint words;             // number of words of these tables
    uint spare;             // SPARE_CELL
} accumulator;

static inline void
begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials, const problem *p) {
    a->memory = tables_of_group(memory, partials, p);
    a->spare = SPARE_CELL;
    a->words = table_words(a->spare);
    a->tables = a->memory + (uint)get_local_id(0) * a->words;
    zero_tables(a->tables, a->spare);
}

static inline void accumulate(accumulator *a, uint bin, uint place, amount n) {
    add_to_tables(a->tables, a->spare, bin, place, n);
}

static inline ALWAYS_INLINE void accumulate_block(accumulator *a, CELLS_AT const CELL *cells, uint n) {
    add_block_to_tables(a->tables, a->spare, cells, n);
}

// Adds the amounts of a block (sum_tables.cl).
static inline ALWAYS_INLINE void accumulate_amounts(accumulator *a, CELLS_AT const CELL *cells, uint apart,
                                                    const long *high, const long *low, bool has_low, uint n) {
    if (has_low)
        add_amounts(a->tables, a->spare, cells, apart, high, low, n);
    else
        add_high_amounts(a->tables, a->spare, cells, apart, high, low, n);
}

static inline void end(accumulator *a) { barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }

static inline amount private_count(const accumulator *a, uint bin) {
    amount sum = no_amount();
    for (uint item = 0; item < WORK_GROUP_SIZE; ++item)
        sum = sum_of(sum, sum_of_tables(a->memory + item * a->words, a->spare, bin));
    return sum;
}
