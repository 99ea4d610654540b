// collect_values: for launches that count values instead of bins. The counts of each cell's values are added up in the
// first BINS words of local memory (the private counters follow them), because a group may deliver each bin only once
// (see merge_last_group.cl).
static inline __local uint *counters_in(__local uint *memory, const problem *p) {
    for (uint b = (uint)get_local_id(0); b < BINS; b = NEXT_OWN(b, BINS)) memory[b] = 0;
    return memory + BINS;
}

static inline void collect(const accumulator *a, __local uint *memory, const problem *p) {
    for (uint v = (uint)get_local_id(0); v < WINDOW_BINS; v = NEXT_OWN(v, WINDOW_BINS)) {
        const uint cell = cell_of_value(v, p);
        if (cell != NO_BIN) atomic_add(memory + cell, private_count(a, v));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

static inline uint end_of_own(uint base, const problem *p) { return BINS; }
static inline uint own_count(const accumulator *a, __local const uint *memory, uint bin) { return memory[bin]; }
