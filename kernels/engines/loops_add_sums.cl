// loops_add_sums: adds the float weights of a block to tables of sums (sum_tables.cl). A loop without branches, which
// compilers for CPUs vectorize, uses arithmetic on doubles to convert each weight to the two integers of an amount (the
// unit is 2^E, see amount_float.cl):
//
//     weight / 2^(E + 32) = high + rest     high: the nearest integer
//     rest · 2^32 -> low                    the nearest integer, ties to even
//
// Only the last step rounds; all others are exact. So the amounts are those of amount_float.cl. In most blocks of f32
// weights every low is 0, and none is added.

#define ROUND 0x1.8p52 // adding it to a double of magnitude below 2^51 leaves the nearest integer in the low bits
#define ROUND_BITS 0x4338000000000000L
#define MAGNITUDE_BITS (((WEIGHT)1 << (WEIGHT_BITS - 1)) - 1)
#define MAX_LEADING 82 // max exponent of a weight divided by the unit: then |high| < 2^51
#define MAX_UNIT 900   // max exponent E of a unit: then 2^-(E + 32) is a normal double
#define MIN_UNIT \
    (WEIGHT_BITS == 64 ? -900 : -100) // min exponent E of a unit: then denormals, which a device may flush, round to 0

static inline bool is_in_reach(int max_exponent, int unit) {
    return max_exponent - unit <= MAX_LEADING && unit >= MIN_UNIT && unit <= MAX_UNIT;
}

// Whether the arithmetic of quantize() is exact for a vector's weights, or for their squares if `square`.
static inline bool can_quantize(int4 unit, bool square) {
    const int max_exponent = unit.s2 + WEIGHT_MANTISSA; // exponent of the greatest weight
    if (square) return WEIGHT_BITS < 64 && is_in_reach(2 * max_exponent + 1, unit.s1);
    return is_in_reach(max_exponent, unit.s0);
}

// Quantizes n weights, `step` apart, or their squares if `square`. A weight whose magnitude, given by its bits, exceeds
// `max_bits` counts as 0; returns whether there is one. Sets *has_low to whether any low[k] is not 0.
static inline ALWAYS_INLINE bool quantize(long *low, long *high, bool square, __global const WEIGHT *weights,
                                          ulong step, uint n, WEIGHT max_bits, int4 unit, bool *has_low) {
    const double scale = as_double((ulong)(1023 - 32 - (square ? unit.s1 : unit.s0)) << 52);
    WEIGHT beyond = 0;
    long lows = 0;
    VECTOR_LOOP(sizeof(WEIGHT) > 4 ? sizeof(long) : sizeof(uint))
    for (uint k = 0; k < n; ++k) {
        const WEIGHT own = weights[k * step];
        const WEIGHT keep = (own & MAGNITUDE_BITS) <= max_bits ? ~(WEIGHT)0 : 0, bits = own & keep;
        const double weight = VALUE_OF_WEIGHT(bits), x = (square ? weight * weight : weight) * scale;
        const double whole = x + ROUND, rest = x - (whole - ROUND);
        beyond |= ~keep;
        high[k] = as_long(whole) - ROUND_BITS;
        low[k] = as_long(rest * 0x1p32 + ROUND) - ROUND_BITS;
        lows |= low[k];
    }
    *has_low = lows != 0;
    return beyond != 0;
}

// Adds the weights of vector v of a block's elements, or their squares if `square`, to sum number `sum`. Weights that
// quantize() cannot convert are added one by one.
static inline ALWAYS_INLINE void add_vector(accumulator *a, CELL cells[CELLS_PER_ELEMENT][ELEMENTS_PER_LOAD], uint sum,
                                            bool square, __global const WEIGHT *weights, ulong step, uint v, uint n,
                                            long *low, long *high, const problem *p, units u) {
    const int4 unit = u.of[v];
    // The bits of the largest number whose exponent is that of the greatest weight.
    const WEIGHT max_bits = ((WEIGHT)(unit.s2 + WEIGHT_MANTISSA + WEIGHT_BIAS + 1) << WEIGHT_MANTISSA) - 1;
    const bool quantizes = can_quantize(unit, square);
    if (quantizes) {
        bool has_low;
        const bool has_beyond = quantize(low, high, square, weights, step, n, max_bits, unit, &has_low);
        for (uint c = 0; c < CELLS_PER_ELEMENT; ++c) accumulate_amounts(a, cells[c], sum, high, low, has_low, n);
        if (!has_beyond) return;
    }
    for (uint k = 0; k < n; ++k) {
        const WEIGHT own = weights[k * step];
        if (quantizes && (own & MAGNITUDE_BITS) <= max_bits) continue;
        const amount one = square ? square_of(own, u, v) : amount_of(own, u, v);
        for (uint c = 0; c < CELLS_PER_ELEMENT; ++c)
            if ((uint)cells[c][k] != SPARE_CELL) accumulate(a, sum * CELLS + cells[c][k], 0, one);
    }
}

#define ADD_WEIGHTS(v) add_vector(a, cells, COUNTS + v, false, o->weights[v], WEIGHT_STEP(w->g), v, n, low, high, p, u);
#define ADD_SQUARES(v) \
    add_vector(a, cells, COUNTS + VECTORS + v, true, o->weights[v], WEIGHT_STEP(w->g), v, n, low, high, p, u);
static inline ALWAYS_INLINE void
add_cells(accumulator *a, CELL cells[CELLS_PER_ELEMENT][ELEMENTS_PER_LOAD], const origin *o, const walk *w, uint n,
          const problem *p, units u IMAGE_PARAMETER) {
    for (uint c = 0; c < (COUNTS ? CELLS_PER_ELEMENT : 0); ++c) accumulate_ones(a, cells[c], n);
    long low[ELEMENTS_PER_LOAD], high[ELEMENTS_PER_LOAD];
    EACH_WEIGHT(ADD_WEIGHTS)
    EACH_SQUARE(ADD_SQUARES)
}
