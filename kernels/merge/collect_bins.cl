// collect_bins: a work-group's counts of bins are its private counters.
static inline __local uint *counters_in(__local uint *memory, const problem *p) { return memory; }
static inline void collect(const accumulator *a, __local uint *memory, const problem *p) {}

static inline uint end_of_own(uint base, const problem *p) { return min(WINDOW_BINS, BINS - base); }
static inline uint own_count(const accumulator *a, __local const uint *memory, uint bin) {
    return private_count(a, bin);
}
