// merge_alone: if only one work-group counts a histogram of a batch, it stores its counts, or adds them without
// atomics. Groups that share a histogram add their counts by atomics.
static inline void deliver(__global COUNTER *counts, __global uint *partials, uint histogram, uint bin, amount n,
                           uint delivery, const problem *p) {
    const size_t at = histogram * (size_t)BINS + bin;
    if (delivery != DELIVERY_ATOMIC)
        counts[at] = increased(delivery == DELIVERY_ADD ? counts[at] : 0, n);
    else if (!is_nothing(n))
        add_to_count(counts, at, n);
}
