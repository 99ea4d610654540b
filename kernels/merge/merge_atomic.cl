// merge_atomic: each work-group adds its counts to the caller's counts by atomics.
static inline void deliver(__global COUNTER *counts, __global uint *partials, uint histogram, uint bin, amount n,
                           uint delivery, const problem *p) {
    if (!is_nothing(n)) add_to_count(counts, histogram * (size_t)BINS + bin, n);
}
