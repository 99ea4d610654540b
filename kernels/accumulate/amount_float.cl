// amount_float: a sum of float weights is a fixed-point number of 96 bits, two's complement, in three words (see
// words.cl), followed by a word of flags.
//
// A sum must not depend on the order of its terms, so every weight is rounded to a multiple of a unit, 2^E, and the
// multiples are summed exactly:
//
//     E = (exponent of the greatest weight that the job counts) + 1 + (bits of the number of elements) - 94
//
// so that no sum can overflow. Sums that the caller's counters already hold do not affect E: float_sum() (see
// floats.cl) adds them at the end. For narrow weights, 65 is used instead of the bits of the number of elements, which
// leaves 29 bits per weight, and E is at least MIN_NARROW_EXPONENT. The kernel weight_range (weight_range.cl) runs
// first and finds the greatest exponent, or guesses it (see guessed_unit.cl). If the problem has a weight bound, the
// bound gives the exponent and the number of elements, and a weight with a greater exponent sets a flag. Each vector of
// weights has its own unit, and another one for its squares; the unit of counts is 1. All arithmetic is on integers:
// the device needs no doubles, and its rounding modes and flushing of denormals do not matter. (loops_add_sums.cl
// computes the same amounts with doubles.)

typedef uint4 amount; // three words and the flags

#define FLAG_NAN 1u
#define FLAG_PLUS_INFINITY 2u
#define FLAG_MINUS_INFINITY 4u
#define FLAG_BEYOND_BOUND 8u

static inline amount no_amount(void) { return (amount)(0); }
static inline amount sum_of(amount a, amount b) {
    const ulong low = (ulong)a.s0 + b.s0;
    const ulong middle = (ulong)a.s1 + b.s1 + (low >> 32);
    return (amount)((uint)low, (uint)middle, a.s2 + b.s2 + (uint)(middle >> 32), a.s3 | b.s3);
}
static inline bool is_nothing(amount n) { return !any(n != (amount)(0)); }

#define DEFINE_ADD(NAME, SPACE, ADD, OR, RAISE)                    \
    static inline void NAME(SPACE uint *p, uint apart, amount n) { \
        uint carry = 0, w = n.s0;                                  \
        if (w != 0) carry = ADD(p, w) > 0xffffffffu - w;           \
        w = n.s1 + carry;                                          \
        carry = w < carry; /* if so, w is 0 */                     \
        if (w != 0) carry = ADD(p + apart, w) > 0xffffffffu - w;   \
        w = n.s2 + carry;                                          \
        if (w != 0) ADD(p + 2 * apart, w);                         \
        if (n.s3 != 0) OR(p + 3 * apart, n.s3);                    \
    }
#define DEFINE_READ(NAME, SPACE)                                     \
    static inline amount NAME(SPACE const uint *p, uint apart) {     \
        return (amount)(p[0], p[apart], p[2 * apart], p[3 * apart]); \
    }

// The word after the greatest exponents of the weights says whether they are guessed (see guessed_unit.cl).
#define UNIT_STATE 4
#define UNIT_IS_GUESSED 1u
#define UNIT_IS_DONE 2u // guessed, and all sums are complete
static inline bool has_sums(__global const uint *range) { return GUESSED_UNIT && range[UNIT_STATE] == UNIT_IS_DONE; }

// For each vector of weights: the exponents of the unit of sums (s0), of the unit of sums of squares (s1), and of the
// last bit of the greatest weight (s2). With GUESSED_UNIT, which excludes squares, s1 and s2 are instead the least and
// the greatest exponent that the last bit of a weight may have, if the unit is a guess; else there is no limit. s3 is
// the number of low bits of a sum that local_sum_float.cl leaves out, so that the greatest weights are below 2^61
// there.
typedef struct {
    int4 of[VECTORS];
} units;

// `max_field` is the greatest exponent field of a vector's weights, or 0 if there are none.
static inline int4 unit_of_vector(uint max_field, uint element_bits) {
    const int weight = (int)max(max_field, 1u) - WEIGHT_BIAS + 1;
    const int exact = weight + (int)element_bits - 94, of_squares = 2 * weight + (int)element_bits - 94;
    const int of_sums = NARROW_WEIGHTS ? max(exact, MIN_NARROW_EXPONENT) : exact;
    return (int4)(of_sums, of_squares, (int)max_field - WEIGHT_BIAS - WEIGHT_MANTISSA, max(33 - (int)element_bits, 0));
}

#define SET_UNIT(v) u.of[v] = unit_of_vector(range[v], element_bits);
#define SET_LIMITS(v)                            \
    u.of[v].s1 = guessed ? u.of[v].s0 : INT_MIN; \
    u.of[v].s2 = guessed ? u.of[v].s2 : INT_MAX;
// `range` has the greatest exponent field of each vector's weights.
static inline units units_of(__global const uint *range, uint element_bits) {
    units u;
    EACH_WEIGHT(SET_UNIT)
    if (GUESSED_UNIT) {
        const bool guessed = range[UNIT_STATE] == UNIT_IS_GUESSED;
        EACH_WEIGHT(SET_LIMITS)
    }
    return u;
}

// Returns (high · 2^64 + low) · 2^shift, rounded to nearest, ties to even, and negated if `negative`. The magnitude
// of the result must be below 2^95.
static inline amount rounded(bool negative, ulong high, ulong low, int shift) {
    if (shift >= 64) {
        high = low << (shift - 64);
        low = 0;
    } else if (shift > 0) {
        high = high << shift | low >> (64 - shift);
        low <<= shift;
    } else if (shift < -127) {
        high = low = 0;
    } else if (shift < 0) {
        const int right = -shift;
        const ulong before = low;
        if (right > 64) {
            const ulong half_unit = 1UL << (right - 65), rest = high & (2 * half_unit - 1);
            const bool odd = (high >> (right - 64) & 1) != 0;
            high += rest == half_unit && low == 0 && !odd ? half_unit - 1 : half_unit;
        } else {
            const ulong last = right == 64 ? high : low >> right; // bit 0 is the last bit that is kept
            low += (1UL << (right - 1)) - 1 + (last & 1);
            if (low < before) ++high;
        }
        if (right >= 64) {
            low = right == 64 ? high : high >> (right - 64);
            high = 0;
        } else {
            low = low >> right | high << (64 - right);
            high >>= right;
        }
    }
    if (negative) {
        low = ~low + 1;
        high = ~high + (low == 0 ? 1 : 0);
    }
    return (amount)((uint)low, (uint)(low >> 32), (uint)high, 0);
}

static inline amount one_element(void) { return (amount)(1, 0, 0, 0); }
static inline amount flagged(uint flags) { return (amount)(0, 0, 0, flags); }

// A float as ±whole · 2^exponent. For parts_of(), `mantissa` is the number of bits after the leading 1.
typedef struct {
    ulong whole;
    int exponent;
    bool negative, finite;
} parts;

static inline void parts_of(parts *p, ulong bits, uint mantissa, int bias, uint width) {
    const uint field = (uint)(bits >> mantissa) & (uint)(2 * bias + 1);
    const ulong rest = bits & ((1UL << mantissa) - 1);
    p->whole = field == 0 ? rest : rest | 1UL << mantissa;
    p->exponent = (int)max(field, 1u) - bias - (int)mantissa;
    p->negative = bits >> (width - 1) != 0;
    p->finite = field != (uint)(2 * bias + 1);
}

static inline uint flags_of(const parts *p, uint mantissa) {
    if (p->whole != 1UL << mantissa) return FLAG_NAN;
    return p->negative ? FLAG_MINUS_INFINITY : FLAG_PLUS_INFINITY;
}

// Whether a weight is beyond the bound, or beyond the limits of a guessed unit.
static inline bool is_beyond_bound(const parts *p, int4 unit) {
    const bool too_great = (WEIGHT_BOUND || GUESSED_UNIT) && p->exponent > unit.s2;
    const bool too_fine = GUESSED_UNIT && p->exponent < unit.s1 && p->whole != 0;
    return too_great | too_fine;
}

// amount_of() returns the amount of a weight of vector v; square_of() returns the amount of its square.
static inline amount amount_of(WEIGHT weight, units u, uint v) {
    parts p;
    parts_of(&p, weight, WEIGHT_MANTISSA, WEIGHT_BIAS, WEIGHT_BITS);
    if (!p.finite) return flagged(flags_of(&p, WEIGHT_MANTISSA));
    if (is_beyond_bound(&p, u.of[v])) return flagged(FLAG_BEYOND_BOUND);
    return rounded(p.negative, 0, p.whole, p.exponent - u.of[v].s0);
}

static inline amount square_of(WEIGHT weight, units u, uint v) {
    parts p;
    parts_of(&p, weight, WEIGHT_MANTISSA, WEIGHT_BIAS, WEIGHT_BITS);
    if (!p.finite) return flagged(p.whole != 1UL << WEIGHT_MANTISSA ? FLAG_NAN : FLAG_PLUS_INFINITY);
    if (is_beyond_bound(&p, u.of[v])) return flagged(FLAG_BEYOND_BOUND);
    return rounded(false, mul_hi(p.whole, p.whole), p.whole * p.whole, 2 * p.exponent - u.of[v].s1);
}
