// hot_bin_cache: the accumulator is the cache of hot_bins.cl.

typedef hot_bins accumulator;

static inline void
begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials, const problem *p) {
    hot_bins_at(a, memory, counts);
    begin_hot_bins(a);
    barrier(CLK_LOCAL_MEM_FENCE);
}

static inline void accumulate(accumulator *a, uint bin, uint place, amount one) { add_to_hot_bin(a, bin, 0, 0); }

static inline void end(accumulator *a) {
    barrier(CLK_LOCAL_MEM_FENCE);
    add_hot_bins(a, 0);
}
