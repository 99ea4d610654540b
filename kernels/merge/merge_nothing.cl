// merge_nothing: there is nothing to deliver, because samples were counted in the caller's counters, or in rows that
// merge_partials reads.
static inline void deliver_counts(const accumulator *a, __local uint *memory, __global COUNTER *counts,
                                  __global uint *partials, uint histogram, uint delivery, const problem *p) {}
