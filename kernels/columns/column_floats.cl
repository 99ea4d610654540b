// column_floats: for columns with weights that are narrow floats. Each weight is rounded to a number of units (see
// amount_float.cl). The weights are read as 32-bit floats, which represent all values of f16 and bf16.

// The factor that turns a vector's weights into numbers of units, and the greatest magnitude of a weight for which it
// may be used. That magnitude is the largest float whose exponent is that of the bound or, without a bound, that of the
// greatest counted weight.
typedef struct {
    float factor, max;
} scaling;

// Exponent fields are in the format of 32-bit floats; only the field of a bound is in the format of the weights' type.
#define BIAS_DIFFERENCE (127u - WEIGHT_BIAS)

static inline void scales_of(scaling *scales, __global const uint *range, uint known, uint room) {
    UNROLLED for (uint v = 0; v < VECTORS; ++v) {
        const uint field = max(known != 0 ? known + BIAS_DIFFERENCE : range[v], 1u + BIAS_DIFFERENCE);
        const int unit = max((int)field - 127 + 1 - NARROW_BITS, MIN_NARROW_EXPONENT);
        scales[v].factor = as_float((uint)(127 - unit) << 23);
        scales[v].max = as_float(min(field, 254u) << 23 | 0x7fffffu);
    }
}

// The exponent of the unit of a scaling.
static inline int unit_of(const scaling *s) { return 127 - (int)(as_uint(s->factor) >> 23); }

// The bits of the magnitude. They are ordered like the magnitudes, with NaN above infinity.
static inline uint magnitude_bits(float weight) { return as_uint(weight) & 0x7fffffffu; }

// Whether a weight is at most `max` in magnitude, and so neither NaN nor infinite nor beyond the bound.
static inline bool is_plain(float weight, const scaling *s) { return fabs(weight) <= s->max; }

static inline uint flag_weight(const rows_of_job *job, uint value, uint column, uint columns, float weight, uint v) {
    if (value >= VALUES) return 0;
    const uint bits = as_uint(weight), magnitude = bits & 0x7fffffffu;
    const uint flag = magnitude > 0x7f800000u   ? FLAG_NAN
                      : magnitude < 0x7f800000u ? FLAG_BEYOND_BOUND
                      : bits >> 31 != 0         ? FLAG_MINUS_INFINITY
                                                : FLAG_PLUS_INFINITY;
    return atomic_or(job->flags + PLACE_OF(value, column, columns), flag << 4 * v);
}

static inline void words_of_weight(ulong *n, float weight, const scaling *s) {
    n[0] = (ulong)(long)(int)rint(weight * s->factor); // rint() rounds ties to even
}

// The exponent field of a finite weight, at least 1; 0 for zeros, infinities and NaN.
static inline uint finite_field(float weight) {
    const uint bits = magnitude_bits(weight), field = bits >> 23;
    return field == 255u || bits == 0 ? 0 : max(field, 1u);
}

// The greatest magnitude_bits() of a weight for which is_plain() is true.
static inline uint max_plain(const scaling *s) { return as_uint(s->max); }

// Bits 64 to 95 of a sum.
static inline uint high_word(const ulong *n) { return (long)n[0] < 0 ? UINT_MAX : 0; }

// Returns the bits of the float nearest to old plus the sum, or the special value that the flags stand for. `old` has
// the bits of a float, and is 0 if nothing is to be added.
static inline ulong finished_sum(const ulong *sum_of_units, uint flags, const scaling *scale, ulong old) {
    const long n = (long)sum_of_units[0];
    const int unit = unit_of(scale);
    if (flags == 0 && old == 0) {
        const ulong whole = as_float_bits((ulong)n);
        if (SUM_BITS < 64 && (int)SUM_FIELD(whole) + unit > 2 * SUM_BIAS) return (whole & SUM_SIGN) | SUM_INFINITY;
        return n == 0 ? 0 : whole + ((ulong)(long)unit << SUM_MANTISSA);
    }
    return float_sum((amount)((uint)n, (uint)(n >> 32), n < 0 ? UINT_MAX : 0, flags), unit, old);
}
