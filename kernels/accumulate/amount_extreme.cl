// amount_extreme: the minimum or the maximum of weights. An amount is the rank of a weight, an unsigned integer: the
// more extreme the weight, the higher its rank. Rank 0 means that there is no weight yet, and NaN has the highest rank.
// So counters begin at 0, and ranks are combined by max(). Floats are ordered by their keys (key_float.cl): -0 is below
// +0, and the device's rounding and flushing of denormals do not matter. extremes.cl converts ranks to counters.
//
// The rank of a float is its key (for minima, the complement of its key), which is never 0. The rank of an integer is
// its key, or the complement, plus 1.
//
// With COUNTS, an amount also has a number of elements, in the two words after the rank. Either the rank or the number
// is 0, because a counter is either an extreme or a count.

typedef struct {
    ulong rank, count;
} amount;

static inline amount amount_with(ulong rank, ulong count) {
    const amount n = {rank, count};
    return n;
}

typedef uint units; // extremes have no unit: the value is ignored
static inline units units_of(__global const uint *range, uint element_bits) { return 0; }
static inline bool has_sums(__global const uint *range) { return false; }

#define NAN_RANK WEIGHT_BITS_SET

static inline ulong rank_of(WEIGHT weight) {
    const ulong bits = (ulong)weight & WEIGHT_BITS_SET;
    const bool negative = (bits & WEIGHT_SIGN) != 0;
    if (FLOAT_WEIGHTS && (bits & ~WEIGHT_SIGN) > WEIGHT_INFINITY) return NAN_RANK;
    const ulong ordered = bits ^ (FLOAT_WEIGHTS && negative ? WEIGHT_BITS_SET : SIGNED_WEIGHTS ? WEIGHT_SIGN : 0);
    const ulong key = MINIMUM ? ordered ^ WEIGHT_BITS_SET : ordered;
    return FLOAT_WEIGHTS ? key : key + 1;
}

static inline amount amount_of(WEIGHT weight, units u, uint v) { return amount_with(rank_of(weight), 0); }
static inline amount one_element(void) { return amount_with(0, 1); }

static inline amount no_amount(void) { return amount_with(0, 0); }
static inline amount sum_of(amount a, amount b) { return amount_with(max(a.rank, b.rank), a.count + b.count); }
static inline bool is_nothing(amount n) { return (n.rank | n.count) == 0; }

// RAISE raises the rank of a counter. ADD adds to a word and returns its old value. Without COUNTS, a counter is only a
// rank.
#define DEFINE_ADD(NAME, SPACE, ADD, OR, RAISE)                                                 \
    static inline void NAME(SPACE uint *p, uint apart, amount n) {                              \
        if (COUNTS ? n.rank != 0 : true) RAISE(p, apart, n.rank);                               \
        const uint low = (uint)n.count;                                                         \
        uint high = (uint)(n.count >> 32);                                                      \
        if (COUNTS && low != 0 && ADD(p + RANK_WORDS * apart, low) > 0xffffffffu - low) ++high; \
        if (COUNTS && high != 0) ADD(p + (RANK_WORDS + 1) * apart, high);                       \
    }
#define DEFINE_READ(NAME, SPACE)                                                                                    \
    static inline amount NAME(SPACE const uint *p, uint apart) {                                                    \
        const ulong low = COUNTS ? p[RANK_WORDS * apart] : 0;                                                       \
        return amount_with(rank_at_##SPACE(p, apart), COUNTS ? low | (ulong)p[(RANK_WORDS + 1) * apart] << 32 : 0); \
    }
