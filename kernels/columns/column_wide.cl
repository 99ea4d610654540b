// column_wide: for columns with float weights that are not narrow. Each weight is rounded to a number of units of up to
// 95 bits, as amount_float.cl describes. A sum has two words of 64 bits. The weights are read as their bits.

// The exponent of the unit of a vector's sums, and the greatest exponent field of a weight that is summed. The field is
// taken from the bound or, without a bound, from the greatest counted weight.
typedef struct {
    int unit;
    uint max_field;
} scaling;

#define INFINITE_FIELD (2u * WEIGHT_BIAS + 1u)

static inline void scales_of(scaling *scales, __global const uint *range, uint known, uint room) {
    UNROLLED for (uint v = 0; v < VECTORS; ++v) {
        const uint field = max(known != 0 ? known : range[v], 1u);
        scales[v].unit = (int)field - WEIGHT_BIAS + 1 + (int)room - 94;
        scales[v].max_field = min(field, INFINITE_FIELD - 1);
    }
}

// Returns only the exponent field, which is enough for is_plain().
static inline uint magnitude_bits(WEIGHT weight) { return (uint)(weight >> WEIGHT_MANTISSA) & INFINITE_FIELD; }
static inline uint max_plain(const scaling *s) { return s->max_field; }
static inline bool is_plain(WEIGHT weight, const scaling *s) { return magnitude_bits(weight) <= s->max_field; }

// The exponent field of a finite weight, at least 1; 0 for zeros, infinities and NaN.
static inline uint finite_field(WEIGHT weight) {
    const uint field = magnitude_bits(weight);
    const bool zero = (weight & (((WEIGHT)1 << (WEIGHT_BITS - 1)) - 1)) == 0;
    return field == INFINITE_FIELD || zero ? 0 : max(field, 1u);
}

static inline uint flag_weight(const rows_of_job *job, uint value, uint column, uint columns, WEIGHT weight, uint v) {
    if (value >= VALUES) return 0;
    parts p;
    parts_of(&p, weight, WEIGHT_MANTISSA, WEIGHT_BIAS, WEIGHT_BITS);
    const uint flag = p.finite ? FLAG_BEYOND_BOUND : flags_of(&p, WEIGHT_MANTISSA);
    return atomic_or(job->flags + PLACE_OF(value, column, columns), flag << 4 * v);
}

// n[0] + 2^32 n[1] is the weight as a number of units, with n[0] < 2^32.
static inline void words_of_weight(ulong *n, WEIGHT weight, const scaling *s) {
    parts p;
    parts_of(&p, weight, WEIGHT_MANTISSA, WEIGHT_BIAS, WEIGHT_BITS);
    const amount units = rounded(p.negative, 0, p.whole, p.exponent - s->unit);
    n[0] = units.s0;
    n[1] = (ulong)units.s2 << 32 | units.s1;
}

// Bits 64 to 95 of a sum.
static inline uint high_word(const ulong *n) { return (uint)n[1]; }

// Returns the bits of the float nearest to old plus the sum n, or the special value that the flags stand for. `old` has
// the bits of a float, and is 0 if nothing is to be added.
static inline ulong finished_sum(const ulong *n, uint flags, const scaling *scale, ulong old) {
    return float_sum((amount)((uint)n[0], (uint)(n[0] >> 32), (uint)n[1], flags), scale->unit, old);
}
