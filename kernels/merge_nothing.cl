// merge_nothing: nothing to do, because samples were counted in the caller's counters, or where merge_partials reads
// them.
static inline void deliver_counts(const accumulator *a, __local uint *memory, __global COUNTER *counts,
                                  __global uint *partials, uint histogram, uint delivery, const problem *p) {}
