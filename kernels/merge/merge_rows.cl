// merge_rows: each work-group writes its counts to its row of `partials` (work-groups × BINS). merge_partials.cl or the
// host sums the rows.
static inline void deliver(__global COUNTER *counts, __global uint *partials, uint histogram, uint bin, amount n,
                           uint delivery, const problem *p) {
    partials[get_group_id(0) * (size_t)BINS + bin] = n;
}
