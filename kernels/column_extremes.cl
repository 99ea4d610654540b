// column_extremes: cells of columns keep minima or maxima of weights, as ranks (amount_extreme.cl). The weights are
// read as their bits.

typedef struct {
    int none;
} scaling;

static inline void scales_of(scaling *scales, __global const uint *range, uint known, uint room) {}
static inline uint magnitude_bits(WEIGHT_VALUE weight) { return 0; }
static inline uint max_plain(const scaling *s) { return 0; }
static inline void words_of_weight(ulong *n, WEIGHT_VALUE weight, const scaling *s) { n[0] = rank_of(weight); }
static inline bool is_plain(WEIGHT_VALUE weight, const scaling *s) { return true; }
static inline uint
flag_weight(const rows_of_job *job, uint value, uint column, uint columns, WEIGHT_VALUE weight, uint v) {
    return 0;
}

// Returns the counter for a rank, unless an existing counter is more extreme.
static inline ulong finished_sum(const ulong *n, uint flags, const scaling *scale, ulong old) {
    return finished_extreme(n[0], old);
}
