// split: an element is spread over several cells. On each axis, each cell that an interval around its sample overlaps
// gets a share. docs/notes/splitting.md has the definition. Positions and lengths are in steps of 2^-32 of a bin. All
// arithmetic is on integers, so shares are the same on every device.
//
// The cells of an axis are numbered from -1, the cell below the bins. After the bins come the cell above them and the
// cell of NaN.

#define MAX_POSITION (1UL << 61)
#define MAX_HALF_WIDTH (1UL << 60) // less than MAX_POSITION, so that an interval around ±MAX_POSITION reaches no bin
#define WHOLE_SHARE (1UL << SHARE_BITS)

typedef struct {
    long begin;
    ulong length; // at least 1
    uint bins;
    int first, last; // the cells that the interval may overlap
} interval;

// Returns x in units of 2^unit, rounded down, limited to ±2^61.
static inline long in_units(const parts *x, int unit) {
    const int left = x->finite ? clamp(x->exponent - unit, -63, 61) : 61;
    const uint up = (uint)max(left, 0), down = (uint)max(-left, 0);
    const ulong magnitude = min(x->whole, MAX_POSITION >> up) << up;
    const bool below_0 = x->negative & (magnitude != 0);
    const ulong quotient = (magnitude - (below_0 ? 1 : 0)) >> down;
    return (long)(below_0 ? ~quotient : quotient);
}

// Returns n · multiplier / 2^shift, rounded down, at most 2^61. `shift` is at least 31.
static inline ulong scaled(ulong n, ulong multiplier, uint shift) {
    const ulong high = mul_hi(n, multiplier), low = n * multiplier;
    const ulong whole = shift >= 64 ? high >> (shift - 64) : high << (64 - shift) | low >> shift;
    return shift < 67 && high >> (shift - 3) != 0 ? MAX_POSITION : whole;
}

static inline bool is_number(const parts *x) { return x->finite || x->whole == SAMPLE_INFINITY; }

// Finds the interval around a sample x with half width d. If LINEAR, d is ignored, and the half width is half a bin.
static inline ALWAYS_INLINE void
interval_of(interval *s, SAMPLE x, SAMPLE d, uint bins, int unit, ulong lower, ulong multiplier, uint shift) {
    parts of_x;
    parts_of_sample(&of_x, x);
    const long distance = in_units(&of_x, unit) - (long)lower;
    const ulong magnitude = scaled((ulong)(distance >= 0 ? distance : ~distance), multiplier, shift);
    const long position = distance >= 0 ? (long)magnitude : ~(long)magnitude;
    bool is_nan = !is_number(&of_x);
    ulong half_width = 1UL << 31;
    if (!LINEAR) {
        parts of_d;
        parts_of_sample(&of_d, d);
        const bool is_width = of_d.finite && !(of_d.negative && of_d.whole != 0);
        is_nan = is_nan | !is_width;
        const ulong in_bins = scaled(min((ulong)in_units(&of_d, unit), MAX_HALF_WIDTH), multiplier, shift);
        half_width = is_width ? min(in_bins, MAX_HALF_WIDTH) : 0;
    }
    s->begin = position - (long)half_width;
    s->length = half_width == 0 ? 1 : 2 * half_width;
    s->bins = bins;
    const long first_cell = CLAMPED - 1, last_cell = (long)bins - CLAMPED;
    s->first = (int)clamp(s->begin >> 32, first_cell, last_cell);
    s->last = (int)clamp((s->begin + (long)(s->length - 1)) >> 32, first_cell, last_cell);
    if (is_nan) s->first = s->last = (int)bins + 1;
}

// Whether any cell of the interval is counted.
static inline bool overlaps_cells(const interval *s) {
    return OUTSIDE_COUNTED ? true : s->last >= 0 && s->first < (int)s->bins;
}

// Returns the number of a cell among the counted cells of its axis, or NO_BIN if it is not counted.
static inline uint cell_of(const interval *s, int cell) {
    if (cell >= 0 && cell < (int)s->bins) return (uint)cell;
    return !OUTSIDE_COUNTED ? NO_BIN : cell < 0 ? s->bins : (uint)cell + 1;
}

// Returns the share of the part of the interval that is below a cell, rounded to nearest.
static inline ulong share_below(const interval *s, int cell) {
    const long below = ((long)cell << 32) - s->begin;
    const ulong part = below <= 0 ? 0 : min((ulong)below, s->length);
    const uint drop = (uint)max(25 - (int)clz(s->length), 0); // so that the products fit in 64 bits
    const ulong length = s->length >> drop;
    return (((part >> drop) << SHARE_BITS) + length / 2) / length;
}

// A cell and its share. `end` is the sum of the shares of all cells up to this one.
typedef struct {
    int cell;
    ulong share, end;
} piece;

// The piece of a cell. `before` is the sum of the shares of all cells before it. The last cell gets the rest.
static inline piece piece_of(const interval *s, int cell, ulong before) {
    const ulong end = cell < s->last ? share_below(s, cell + 1) : WHOLE_SHARE;
    const piece own = {cell, end - before, end};
    return own;
}

// A loop over the pieces of an axis. EACH_SPLIT_AXIS(EACH_PIECE) nests the loops of all axes.
#define EACH_PIECE(axis)                                                                         \
    for (piece own##axis = piece_of(&s[axis], s[axis].first, 0); own##axis.cell <= s[axis].last; \
         own##axis = piece_of(&s[axis], own##axis.cell + 1, own##axis.end))

#define INTERVAL_OF_AXIS(axis)                                                                      \
    interval_of(&s[axis], x[axis], x[HALF_WIDTH_##axis], SPLIT_BINS_##axis, (int)SPLIT_UNIT_##axis, \
                SPLIT_LOWER_##axis, SPLIT_MULTIPLIER_##axis, SPLIT_SHIFT_##axis);

// The intervals of an element on all axes.
static inline ALWAYS_INLINE void intervals_of(interval *s, const SAMPLE *x, const problem *p) {
    EACH_SPLIT_AXIS(INTERVAL_OF_AXIS)
}

// Whether a share of an element may be counted on any axis or, if JOINT, on all axes.
#define LOOK_AT_INTERVAL(axis)            \
    any = any | overlaps_cells(&s[axis]); \
    all = all & overlaps_cells(&s[axis]);
static inline bool falls_into_a_cell(const SAMPLE *x, ulong index, const problem *p) {
    interval s[AXES];
    bool any = false, all = true;
    intervals_of(s, x, p);
    EACH_SPLIT_AXIS(LOOK_AT_INTERVAL)
    return JOINT ? all : any;
}

// Converts a share to units of 2^UNIT_OF_COUNTS, rounded to nearest, ties to even.
static inline ulong share_in_units(ulong share) {
    const uint up = (uint)max(-UNIT_OF_COUNTS - SHARE_BITS_OF_ELEMENT, 0);
    const uint down = (uint)max(SHARE_BITS_OF_ELEMENT + UNIT_OF_COUNTS, 0);
    const ulong half_unit = (1UL << down) >> 1;
    return ((share << up) + (half_unit == 0 ? 0 : half_unit - 1 + (share >> down & 1))) >> down;
}

static inline amount count_of_share(ulong share) {
    const ulong n = share_in_units(share);
    return (amount)((uint)n, (uint)(n >> 32), 0, 0);
}

// The amount of a share of a weight.
static inline amount share_of_weight(WEIGHT weight, ulong share, int4 unit) {
    parts p;
    parts_of(&p, weight, WEIGHT_MANTISSA, WEIGHT_BIAS, WEIGHT_BITS);
    if (!p.finite) return flagged(flags_of(&p, WEIGHT_MANTISSA));
    if (is_beyond_bound(&p, unit)) return flagged(FLAG_BEYOND_BOUND);
    return rounded(p.negative, mul_hi(p.whole, share), p.whole * share, p.exponent - unit.s0 - SHARE_BITS_OF_ELEMENT);
}

// The amount of the square of a share of a weight: the exact square, rounded once.
static inline amount square_of_share(WEIGHT weight, ulong share, int4 unit) {
    parts p;
    parts_of(&p, weight, WEIGHT_MANTISSA, WEIGHT_BIAS, WEIGHT_BITS);
    if (!p.finite) return flagged(p.whole != 1UL << WEIGHT_MANTISSA ? FLAG_NAN : FLAG_PLUS_INFINITY);
    if (is_beyond_bound(&p, unit)) return flagged(FLAG_BEYOND_BOUND);
    const int exponent = 2 * (p.exponent - SHARE_BITS_OF_ELEMENT) - unit.s1;
    ulong high = mul_hi(p.whole, share), low = p.whole * share;
    if (high == 0) return rounded(false, mul_hi(low, low), low * low, exponent);
    // The product has at most 116 bits. It is shifted so that it has 127. Only the upper 128 bits of its square, a
    // number below 2^126, are rounded; if any lower bit is set, their last bit is set too.
    const uint up = (uint)clz(high) - 1;
    high = high << up | low >> (64 - up);
    low <<= up;
    const ulong middle = mul_hi(high, low),
                middle_low = high * low; // the middle term of the square is twice this, times 2^64
    const ulong below = mul_hi(low, low) + (middle_low << 1), more = middle << 1 | middle_low >> 63;
    ulong upper_low = high * high + more, upper = mul_hi(high, high) + (upper_low < more ? 1 : 0);
    if (below < middle_low << 1) {
        ++upper_low;
        upper += upper_low == 0 ? 1 : 0;
    }
    const bool rest = (below | low * low) != 0;
    return rounded(false, upper, upper_low | (rest ? 1 : 0), exponent - 2 * (int)up + 128);
}
