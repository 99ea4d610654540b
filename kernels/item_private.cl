// item_private: each work-item owns REPLICAS tables of the bins, side by side,
//
//     memory[((item * BINS + bin) * WORDS + word) * REPLICAS + table]
//
// and the sample at place p of a load goes to table p mod REPLICAS: the next few samples of one bin increment other words,
// so that none waits for the store before it. No atomics. For CPUs: one work-item a group, a group or few a compute unit.

typedef struct {
    __local uint *memory;
    __local uint *tables; // this work-item's
} accumulator;

static inline void begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials) {
    a->memory = memory;
    a->tables = memory + (uint)get_local_id(0) * BINS * WORDS * REPLICAS;
    for (uint i = 0; i < BINS * WORDS * REPLICAS; ++i) a->tables[i] = 0;
}

static inline void accumulate(accumulator *a, uint bin, uint place, amount n) {
    add_local(a->tables + bin * WORDS * REPLICAS + place % REPLICAS, REPLICAS, n);
}

static inline void end(accumulator *a) { barrier(CLK_LOCAL_MEM_FENCE); }

static inline amount private_count(const accumulator *a, uint bin) {
    amount sum = no_amount();
    for (uint item = 0; item < WORK_GROUP_SIZE; ++item) {
        __local const uint *words = a->memory + (item * BINS + bin) * WORDS * REPLICAS;
        for (uint table = 0; table < REPLICAS; ++table) sum = sum_of(sum, read_local(words + table, REPLICAS));
    }
    return sum;
}
