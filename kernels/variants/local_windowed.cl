// local_windowed: row w of work-groups counts bins [w · WINDOW_BINS, (w + 1) · WINDOW_BINS) in local memory and skips
// other bins. Every row reads all samples, so reading grows with the number of windows. For bins that need more than
// the local memory, but at most a few times as much.

typedef struct {
    __local uint *memory;
    __local uint *replica;
    uint base; // the first bin of the window
    uint bins; // number of bins of the window
} accumulator;

static inline void
begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials, const problem *p) {
    a->memory = memory;
    a->replica = own_replica(memory);
    a->base = (uint)get_group_id(1) * WINDOW_BINS;
    a->bins = WINDOW_BINS;
    zero_sub_histograms(memory, p);
    barrier(CLK_LOCAL_MEM_FENCE);
}

static inline void accumulate(accumulator *a, uint bin, uint place, amount n) {
    const uint b = bin - a->base; // bins below the window wrap far above it
    if (b < a->bins) add_to_replica(a->replica, b, n);
}

static inline void end(accumulator *a) { barrier(CLK_LOCAL_MEM_FENCE); }

static inline amount private_count(const accumulator *a, uint bin) { return sum_of_replicas(a->memory, bin); }
