// deliver_bins: a work-group adds its counts of bins to the caller's counts, or stores them in its row of partials.
static inline void deliver_counts(const accumulator *a, __local uint *memory, __global COUNTER *counts,
                                  __global uint *partials, uint histogram, uint delivery, const problem *p) {
    const uint base = (uint)get_group_id(1) * WINDOW_BINS, end = min(WINDOW_BINS, BINS - base);
    for (uint b = (uint)get_local_id(0); b < end; b = NEXT_OWN(b, end))
        deliver(counts, partials, histogram, base + b, private_count(a, b), delivery, p);
}
