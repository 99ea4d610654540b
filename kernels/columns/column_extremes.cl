// column_extremes: cells of columns keep minima or maxima of weights, as ranks (amount_extreme.cl). The weights are
// read as their bits.

static inline void words_of_weight(ulong *n, WEIGHT_VALUE weight, const scaling *s) { n[0] = rank_of(weight); }

// Returns the counter for a rank, or the existing counter if that is more extreme.
static inline ulong finished_sum(const ulong *n, uint flags, const scaling *scale, ulong old) {
    return finished_extreme(n[0], old);
}
