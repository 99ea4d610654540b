// extremes: the kernel after a histogram of minima or maxima (see amount_extreme.cl).

#define SIGN (1UL << 63)
#define DOUBLE_INFINITY (2047UL << 52)
#define DOUBLE_NAN (DOUBLE_INFINITY | 1UL << 51)

// The counter of a rank.
static inline ulong counter_of(amount rank) {
    if (is_nothing(rank)) return NO_WEIGHT;
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

// Converts the ranks to the caller's counters, and with `add` keeps existing counters that are more extreme. One
// work-item per counter.
__kernel void finish_ranks(__global const uint *workspace, __global ulong *counts, ulong size, uint add) {
    const size_t n = get_global_id(0);
    if (n >= size) return;
    ulong counter = counter_of(read_global(workspace + n * WORDS, 1));
    if (add && key_of_counter(counts[n]) > key_of_counter(counter)) counter = counts[n];
    counts[n] = FLOAT_WEIGHTS && (counter & ~SIGN) > DOUBLE_INFINITY ? DOUBLE_NAN : counter;
}
