// local_atomic: samples are counted in sub-histograms in local memory, by local atomics. A barrier and the merge
// follow.

typedef struct {
    __local uint *memory;
    __local uint *replica;
} accumulator;

static inline void
begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials, const problem *p) {
    a->memory = memory;
    a->replica = own_replica(memory);
    zero_sub_histograms(memory, p);
    barrier(CLK_LOCAL_MEM_FENCE);
}

static inline void accumulate(accumulator *a, uint bin, uint place, amount n) { add_to_replica(a->replica, bin, n); }

static inline void end(accumulator *a) { barrier(CLK_LOCAL_MEM_FENCE); }

static inline amount private_count(const accumulator *a, uint bin) { return sum_of_replicas(a->memory, bin); }
