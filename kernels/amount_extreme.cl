// amount_extreme: the minimum or the maximum of weights. An amount is the rank of a weight, an unsigned integer: the
// more extreme the weight, the higher its rank. 0 means that there is no weight yet, and NaN has the highest rank. So
// amounts are added by max(), and ranks begin as zeros. Keys are those of key_float.cl: -0 is below +0, and the
// device's rounding and flushing of denormals do not matter. The kernel finish_ranks (extremes.cl) converts ranks to
// counters.
//
// The key of a float is never 0, and is its rank. The rank of an integer is its key + 1.

typedef ulong amount;
typedef uint units; // extremes have no unit: the value is ignored
static inline units units_of(__global const uint *range, uint element_bits) { return 0; }
static inline bool has_sums(__global const uint *range) { return false; }

#define NAN_RANK WEIGHT_BITS_SET

static inline amount amount_of(WEIGHT weight, units u, uint v) {
    const ulong bits = (ulong)weight & WEIGHT_BITS_SET;
    const bool negative = (bits & WEIGHT_SIGN) != 0;
    if (FLOAT_WEIGHTS && (bits & ~WEIGHT_SIGN) > WEIGHT_INFINITY) return NAN_RANK;
    const ulong ordered = bits ^ (FLOAT_WEIGHTS && negative ? WEIGHT_BITS_SET : SIGNED_WEIGHTS ? WEIGHT_SIGN : 0);
    const ulong key = MINIMUM ? ordered ^ WEIGHT_BITS_SET : ordered;
    return FLOAT_WEIGHTS ? key : key + 1;
}

static inline amount no_amount(void) { return 0; }
static inline amount sum_of(amount a, amount b) { return max(a, b); }
static inline bool is_nothing(amount n) { return n == 0; }
