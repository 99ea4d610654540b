// global_atomic: every sample is an atomic in global memory. The baseline, and the way of huge bin counts with flat data.

#define COUNTS_DIRECTLY

typedef struct {
    __global COUNTER *counts; // of this histogram
} accumulator;

static inline void begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials) {
    a->counts = counts;
}

static inline void accumulate(accumulator *a, uint bin, uint place, amount n) {
    add_to_count(a->counts, bin, n);
}

static inline void end(accumulator *a) {}
