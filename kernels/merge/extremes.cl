// extremes: converts ranks to the caller's minima or maxima (see amount_extreme.cl).

#define SIGN (1UL << 63)
#define DOUBLE_INFINITY (2047UL << 52)
#define DOUBLE_NAN (DOUBLE_INFINITY | 1UL << 51)

// The counter of a rank.
static inline ulong counter_of(ulong rank) {
    if (rank == 0) return NO_WEIGHT;
    if (FLOAT_WEIGHTS && rank == NAN_RANK) return DOUBLE_NAN;
    const ulong key = FLOAT_WEIGHTS ? rank : rank - 1, ordered = MINIMUM ? key ^ WEIGHT_BITS_SET : key;
    const bool negative = (ordered & WEIGHT_SIGN) == 0;
    const WEIGHT weight = (WEIGHT)(ordered ^ (FLOAT_WEIGHTS && negative ? WEIGHT_BITS_SET
                                              : SIGNED_WEIGHTS          ? WEIGHT_SIGN
                                                                        : 0));
    return COUNTER_OF_WEIGHT(weight);
}

// The key of a counter: the more extreme the counter, the greater its key.
static inline ulong key_of_counter(ulong bits) {
    if (FLOAT_WEIGHTS && (bits & ~SIGN) > DOUBLE_INFINITY) return ~0UL;
    const ulong ordered = bits ^ (FLOAT_WEIGHTS && bits >> 63 != 0 ? ~0UL : SIGNED_WEIGHTS ? SIGN : 0);
    return MINIMUM ? ~ordered : ordered;
}

// Whether counter n of a histogram is a count of elements.
static inline bool is_count(uint n, uint cells) { return COUNTS && (BY_CELL ? n % SUMS == 0 : n < cells); }

// The counter for a rank, or the existing counter if that is more extreme.
static inline ulong finished_extreme(ulong rank, ulong old) {
    const ulong own = counter_of(rank), kept = key_of_counter(old) > key_of_counter(own) ? old : own;
    return FLOAT_WEIGHTS && (kept & ~SIGN) > DOUBLE_INFINITY ? DOUBLE_NAN : kept;
}

// The new value of the caller's counter n of a histogram: `own`, combined with the old value if `add`.
static inline ulong finished_counter(amount own, uint n, uint cells, bool add, ulong old) {
    return is_count(n, cells) ? finished_count(own.count, add ? old : 0)
                              : finished_extreme(own.rank, add ? old : NO_WEIGHT);
}
