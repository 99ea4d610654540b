// bin: from a sample to its cell on an axis, exactly; whatever decides is unsigned integer arithmetic. Compiled once per
// axis, as bin_of_<AXIS>.
//
// key      increases with the sample: an integer's distance from the minimum of its type, a float's rank in the order of its
//          type. So −0 < +0, a device that flushes denormals is still exact, and NaNs lie outside the infinities.
// offset   key − FIRST_KEY, wrapping: in range exactly when offset <= LAST_OFFSET, one comparison for both ends.
// bin      the greatest i with THRESHOLD(i) <= offset. The indexings below find that i; LAST_BIN is the highest
//          bin that a sample can reach.
// cell     the bin, or where samples in no bin are counted: UNDERFLOW_CELL, OVERFLOW_CELL or NAN_CELL, each of which
//          may be NO_BIN.
//
// Worked example: u8 samples in 7 even bins over [0, 12). The edges are 12i/7 = 0, 1.71, 3.43 …, so thresholds = 0 2 4 6 7 9 11;
// sample 11 has offset 11 and bin 6.

#ifndef NO_BIN
#define NO_BIN 0xffffffffu
#define UNSURE 0xfffffffeu
#endif

#ifndef OF_AXIS // once for all axes
// What a problem has of its own in a program for all of its kind: numbers, which codegen lists as it names them (BINS, FIRST_KEY,
// LOWER …), and the thresholds of all axes.
typedef struct {
    uint at[NUMBERS];
} numbers;
typedef struct {
    numbers n;
    __global const KEY *thresholds;
} problem;
#define NUMBER(i) (p->n.at[i])
#define WIDE_NUMBER(i) ((ulong)p->n.at[(i) + 1] << 32 | p->n.at[i])
#define THRESHOLD(i) (p->thresholds[FIRST_THRESHOLD + (i)])

#define JOIN_EXPANDED(name, axis) name##_##axis
#define JOIN(name, axis) JOIN_EXPANDED(name, axis)
#define OF_AXIS(name) JOIN(name, AXIS)

#if SAMPLE_KIND == SAMPLE_KIND_FLOAT
#if KEY_BITS == 64
#define SPREAD_SIGN(bits) ((ulong)((long)(bits) >> 63))
#elif KEY_BITS == 32
#define SPREAD_SIGN(bits) ((uint)((int)(bits) >> 31))
#else
#define SPREAD_SIGN(bits) ((bits)&KEY_SIGN ? KEY_SIGN - 1 : 0)
#endif
static inline KEY key_of_bits(KEY bits) { return bits ^ (SPREAD_SIGN(bits) | KEY_SIGN); }
static inline KEY key_of(SAMPLE x) { return key_of_bits(AS_KEY(x)); }
#elif SAMPLE_KIND == SAMPLE_KIND_SIGNED
static inline KEY key_of(SAMPLE x) { return (KEY)x + KEY_SIGN; }
#else
static inline KEY key_of(SAMPLE x) { return (KEY)x; }
#endif

#if KEY_BITS == 64
#define ROUNDING 0x1.8p52
#else
#define ROUNDING 0x1.8p23f
#endif
#endif

#if INDEXING != INDEXING_CUSTOM && !PERIODIC
// The cell of a sample in no bin. All cells are read before the branches: of a read in each branch, LLVM makes one at a variable
// place, and then keeps all numbers in memory (AMD: 80 bytes of scratch a work-item).
static inline uint OF_AXIS(cell_outside)(KEY key, const problem *p) {
    const uint below = UNDERFLOW_CELL, above = OVERFLOW_CELL;
#if SAMPLE_KIND == SAMPLE_KIND_FLOAT
    const uint no_number = NAN_CELL;
    if (key - FIRST_NUMBER > LAST_NUMBER) return no_number;
#endif
    return ALL_BELOW || key < FIRST_KEY ? below : above;
}
#endif

#if INDEXING != INDEXING_CUSTOM && INDEXING != INDEXING_SCALE && !PERIODIC
static inline KEY OF_AXIS(offset_of)(SAMPLE x, const problem *p) {
#if SAMPLE_KIND == SAMPLE_KIND_FLOAT
    return key_of(x) - FIRST_KEY;
#else // one subtraction, or none
    return FROM_0 ? (KEY)x : (KEY)x - FIRST;
#endif
}
#endif

#if INDEXING == INDEXING_SHIFT

static inline uint OF_AXIS(bin_at)(SAMPLE x, KEY offset, const problem *p) {
    const KEY bin = ONE_VALUE_A_BIN ? offset : offset >> SHIFT;
    return (uint)(CAPPED ? min(bin, (KEY)LAST_BIN) : bin); // a last bin wider than the others may end beyond 32 bits
}

#elif INDEXING == INDEXING_MULTIPLY

// Fixed point with SHIFT fractional bits. Every bin is exact, unless the numbers are ROUNDED_DOWN: then, where the first 32
// fractional bits are at least NEAR_NEXT, the next threshold decides.
static inline uint OF_AXIS(bin_at)(SAMPLE x, KEY offset, const problem *p) {
#if PRODUCT == PRODUCT_32
    const uint position = (uint)offset * MULTIPLIER + ADDEND;
#elif PRODUCT == PRODUCT_64 // of offsets below 2^32
    const ulong position = (ulong)(uint)offset * MULTIPLIER + ADDEND;
#else
    const ulong position = mul_hi((ulong)(offset << RAISE), MULTIPLIER) + ADDEND;
#endif
    const uint bin = (uint)(position >> SHIFT);
#if ROUNDED_DOWN
    const bool near_next = (uint)(position >> (SHIFT - 32)) >= NEAR_NEXT;
    if (near_next && bin < LAST_BIN && THRESHOLD(bin + 1) <= offset) return bin + 1;
#endif
    return CAPPED ? min(bin, LAST_BIN) : bin;
}

#elif INDEXING == INDEXING_SCALE

// A sample is mapped to `at` on a line. EXACT: edge i is at i, so truncation gives the bin. Otherwise edge i is close to i − 1/2,
// and the nearest integer is the bin unless the sample is within MARGIN of an edge between two bins; only then is a
// threshold read. CLEAR = 1/2 − MARGIN. Adding ROUNDING rounds to an integer and leaves it in the low bits. FINE: the
// distance from the bin's middle is computed again with the constants' low parts, which pays if there are so many bins that the
// rounding error is a good part of one. src/binning/scale.cpp has the proof.
//
// Worked example: 10 bins over [0, 7). LOWER = 0, SCALE = 10/7, START = −1/2. Sample 2.5 is at 3.07, 0.07 beyond the middle of bin 3.
// Sample 2.1 is at 2.5 or next to it, so thresholds[3] decides.

// True only for samples in range, but not for all of them if the range ends at 0 or a denormal.
static inline bool OF_AXIS(surely_in_range)(SAMPLE x, const problem *p) {
#if NONNEGATIVE
    return (FROM_0 ? AS_KEY(x) : AS_KEY(x) - LEAST_BITS) <= SPAN;
#else
    return x >= LEAST && x <= GREATEST;
#endif
}

// The cell of a sample near an edge between bins, or out of range.
static inline uint OF_AXIS(cell_near)(SAMPLE x, uint edge, const problem *p) {
    const KEY key = key_of(x);
    const KEY offset = key - FIRST_KEY;
    if (offset > LAST_OFFSET) return OF_AXIS(cell_outside)(key, p);
    const uint bin = min(edge, LAST_BIN);
    if (EXACT) return bin;
    return THRESHOLD(bin) <= offset ? bin : bin - 1; // not at bin 0: thresholds[0] is 0
}

typedef struct {
    uint bin;  // if sure
    uint edge; // else the edge that the sample may be near
    bool sure;
} OF_AXIS(place_on_line);

static inline void OF_AXIS(place_of)(OF_AXIS(place_on_line) *place, SAMPLE x, const problem *p) {
#if EXACT
    const uint whole = (uint)(x * SCALE + START);
    const uint bin = CAPPED ? min(whole, LAST_BIN) : whole;
    const bool clear = true, above = false;
#else
    const SAMPLE distance = x - LOWER;
    const SAMPLE at = clamp(distance * SCALE + START, (SAMPLE)0, (SAMPLE)LAST_BIN);
    const SAMPLE rounded = at + ROUNDING;
    const SAMPLE middle = rounded - ROUNDING;
    const uint bin = (uint)(AS_KEY(rounded) - AS_KEY(ROUNDING));
#if FINE
    const SAMPLE from_middle = fma(distance, SCALE, START - middle) + fma(distance, SCALE_LOW, START_LOW);
#else
    const SAMPLE from_middle = at - middle;
#endif
    const bool clear = fabs(from_middle) < CLEAR, above = from_middle > 0;
#endif
    place->bin = bin;
    place->edge = bin + (above ? 1 : 0);
    place->sure = OF_AXIS(surely_in_range)(x, p) & clear;
}

#elif INDEXING == INDEXING_SEARCH

// Binary search among all thresholds, or from the bin and with the number of steps that a grid over the samples gives. Where
// bins are no finer than grid cells, that is no step or one.
#if GRID != GRID_NONE
static inline uint OF_AXIS(grid_cell)(SAMPLE x, const problem *p, KEY offset) {
#if GRID == GRID_OFFSETS
    return (uint)(offset >> GRID_SHIFT);
#elif GRID == GRID_OCTAVES // the position of the leading bit, and the GRID_BITS bits after it
    const uint bits = 8 * sizeof(KEY);
    const KEY from_1 = offset | 1;
    const uint zeros = (uint)clz(from_1);
    return ((bits - 2 - zeros) << GRID_BITS) + (uint)((from_1 << zeros) >> (bits - 1 - GRID_BITS));
#else
    return (uint)clamp((x - LOWER) * SCALE, (SAMPLE)0, (SAMPLE)(GRID_CELLS - 1));
#endif
}
#endif

static inline uint OF_AXIS(bin_at)(SAMPLE x, KEY offset, const problem *p) {
#if GRID == GRID_NONE
    uint bin = 0;
    uint step = SEARCH_STEP; // the greatest power of two <= LAST_BIN
#else
    const uint cell = (uint)THRESHOLD(LAST_BIN + 1 + OF_AXIS(grid_cell)(x, p, offset));
    uint bin = cell & 0xffffffu;
    uint step = (1u << (cell >> 24)) >> 1;
#endif
    for (; step > 0; step >>= 1) {
        const uint probe = min(bin + step, LAST_BIN);
        if (THRESHOLD(probe) <= offset) bin = probe;
    }
    return bin;
}

#elif INDEXING == INDEXING_CUSTOM

#if NARROW_FLOATS
// The exact value of a float that OpenCL C has no type for.
static inline float OF_AXIS(value_of)(SAMPLE bits) {
#if WIDE_EXPONENT // as wide as a float's: the bits are its upper half
    return as_float((uint)bits << FRACTION_SHIFT);
#else // its denormals are normal floats, which no device flushes
    const uint magnitude = bits & (KEY_SIGN - 1);
    const float tiny = (float)magnitude * LEAST_DENORMAL;
    const uint exponent = magnitude < INFINITE ? REBIAS : REBIAS_INFINITE;
    const float value = magnitude < LEAST_NORMAL ? tiny : as_float((magnitude << FRACTION_SHIFT) + exponent);
    return bits & KEY_SIGN ? -value : value;
#endif
}
#else
static inline SAMPLE OF_AXIS(value_of)(SAMPLE x) { return x; }
#endif

// The cell by the problem's expression of x and i: CUSTOM_VALUE, of which CUSTOM_PARTS defines parts that are nested too deeply.
static inline uint OF_AXIS(custom_cell)(CUSTOM_X x, ulong i, const problem *p) {
#pragma OPENCL FP_CONTRACT OFF
    const uint bins = AXIS_BINS, zero = CUSTOM_ZERO, below = UNDERFLOW_CELL, above = OVERFLOW_CELL; // see cell_outside
    CUSTOM_PARTS
    const CUSTOM_TYPE value = CUSTOM_VALUE;
#if CUSTOM_IS_FLOAT
    const uint no_number = NAN_CELL;
    if (isnan(value)) return no_number;
    const uint whole = CUSTOM_TO_UINT(value);
#else
    const CUSTOM_TYPE whole = value;
#endif
    return value < 0 ? below : whole >= bins ? above : (uint)whole;
}

#endif

#if PERIODIC && SAMPLE_KIND == SAMPLE_KIND_FLOAT

// The key of fmod(x, period) by long division of the bits: exact, whatever the device does with denormals. PERIOD has the
// period's bits; the period is PERIOD_MANTISSA · 2^(PERIOD_EXPONENT - 1) times the smallest denormal.
static inline KEY OF_AXIS(fold)(SAMPLE x, const problem *p) {
    const KEY sign = AS_KEY(x) & KEY_SIGN;
    KEY magnitude = AS_KEY(x) ^ sign;
    if (magnitude >= PERIOD) {
        const uint exponent = (uint)(magnitude >> MANTISSA_BITS);
        ulong rest = magnitude & (((KEY)1 << MANTISSA_BITS) - 1);
        if (exponent > 0) rest |= 1UL << MANTISSA_BITS;
        rest %= PERIOD_MANTISSA;
        for (uint shift = max(exponent, 1u) - PERIOD_EXPONENT; shift > 0;) {
            const uint step = min(shift, (uint)(63 - MANTISSA_BITS));
            rest = (rest << step) % PERIOD_MANTISSA;
            shift -= step;
        }
        magnitude = 0;
        if (rest > 0) { // back to a float; the leading 1 adds to the exponent
            const uint up = min((uint)clz(rest) - (63 - MANTISSA_BITS), PERIOD_EXPONENT - 1);
            magnitude = ((KEY)(PERIOD_EXPONENT - 1 - up) << MANTISSA_BITS) + (KEY)(rest << up);
        }
    }
    return key_of_bits(magnitude | sign);
}

#endif

// The cell of sample x, element i of the job, or NO_BIN.
static inline uint OF_AXIS(bin_of)(SAMPLE x, ulong i, const problem *p) {
#if INDEXING == INDEXING_SCALE
    OF_AXIS(place_on_line) place;
    OF_AXIS(place_of)(&place, x, p);
    return place.sure ? place.bin : OF_AXIS(cell_near)(x, place.edge, p);
#else
    const KEY key = key_of(x);
#if INDEXING == INDEXING_CUSTOM || (PERIODIC && SAMPLE_KIND == SAMPLE_KIND_FLOAT)
#if SAMPLE_KIND == SAMPLE_KIND_FLOAT
    if (key - FIRST_NUMBER > LAST_NUMBER) return NAN_CELL;
#endif
#endif
#if INDEXING == INDEXING_CUSTOM
    return OF_AXIS(custom_cell)(OF_AXIS(value_of)(x), i, p);
#elif PERIODIC && SAMPLE_KIND == SAMPLE_KIND_FLOAT
    const KEY offset = OF_AXIS(fold)(x, p) - FIRST_KEY;
    return (OF_AXIS(bin_at)(x, offset, p) + TURN) % AXIS_BINS;
#elif PERIODIC
    KEY offset = key % PERIOD + TURN;
    if (offset >= PERIOD) offset -= PERIOD;
    return OF_AXIS(bin_at)(x, offset, p);
#else
#if INDEXING != INDEXING_NONE
    const KEY offset = OF_AXIS(offset_of)(x, p);
    if (ALL_IN_RANGE || offset <= LAST_OFFSET) return OF_AXIS(bin_at)(x, offset, p);
#endif
    return OF_AXIS(cell_outside)(key, p);
#endif
#endif
}

// The same without a branch; false if it would take one: see CAN_BE_UNSURE. A bin past the last is not counted.
static inline bool OF_AXIS(find_quickly)(uint *bin, SAMPLE x, ulong i, const problem *p) {
#if INDEXING == INDEXING_SCALE
    OF_AXIS(place_on_line) place;
    OF_AXIS(place_of)(&place, x, p);
    *bin = place.bin;
    return place.sure;
#elif OFFSET_IS_BIN && !BLOCK_LOOPS && (AXES == 1 || JOINT) // then samples out of range are past the last bin by themselves
    *bin = OF_AXIS(offset_of)(x, p);
    return true;
#else
    *bin = OF_AXIS(bin_of)(x, i, p);
    return true;
#endif
}
