// global_atomic: each sample is added to a counter by an atomic in global memory, or by up to one atomic for each word
// of the counter if the device has none for the whole. This is the baseline: it needs no memory but the counters, so it
// runs everywhere, with any number of bins.

typedef struct {
    __global COUNTER *counts; // the counters of this histogram
} accumulator;

static inline void
begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials, const problem *p) {
    a->counts = counts;
}

static inline void accumulate(accumulator *a, uint bin, uint place, amount n) { add_to_count(a->counts, bin, n); }

static inline void end(accumulator *a) {}
