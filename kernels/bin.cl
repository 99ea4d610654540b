// bin: from a sample to its cell of an axis, exactly, by unsigned integers alone where it counts. Compiled once for each
// axis, as bin_of_<AXIS>.
//
// key      rises with the sample: an integer's distance from the least of its type, a float's place in the order of its
//          type. So −0 < +0, a device that flushes denormals is exact all the same, and NaNs lie outside the infinities.
// offset   key − FIRST_KEY, wrapping: in range exactly when offset <= LAST_OFFSET, one comparison for both ends.
// bin      the greatest i with thresholds[i] <= offset. The indexings below find that i; LAST_BIN is the highest
//          that a sample can reach.
// cell     the bin, or where samples in no bin are counted: UNDERFLOW_CELL, OVERFLOW_CELL or NAN_CELL, each of which
//          may be NO_BIN.
//
// Worked example: u8 samples in 7 even bins over [0, 12). The edges are 12i/7 = 0, 1.71, 3.43 …, so thresholds = 0 2 4 6 7 9 11;
// sample 11 has offset 11 and bin 6.

#ifndef NO_BIN
#define NO_BIN 0xffffffffu
#endif

#ifndef OF_AXIS // once for all axes
#define JOIN_EXPANDED(name, axis) name##_##axis
#define JOIN(name, axis) JOIN_EXPANDED(name, axis)
#define OF_AXIS(name) JOIN(name, AXIS)

#if SAMPLE_KIND == SAMPLE_KIND_FLOAT
static inline KEY key_of_bits(KEY bits) { return bits ^ (bits & KEY_SIGN ? KEY_SIGN | (KEY_SIGN - 1) : KEY_SIGN); }
static inline KEY key_of(SAMPLE x) { return key_of_bits(AS_KEY(x)); }
#elif SAMPLE_KIND == SAMPLE_KIND_SIGNED
static inline KEY key_of(SAMPLE x) { return (KEY)(AS_UNSIGNED(x)) ^ KEY_SIGN; }
#else
static inline KEY key_of(SAMPLE x) { return (KEY)x; }
#endif
#endif

#if INDEXING == INDEXING_SHIFT

static inline uint OF_AXIS(bin_at)(SAMPLE x, KEY offset, __global const KEY *thresholds) {
    const uint bin = (uint)(offset >> SHIFT);
    return CAPPED ? min(bin, LAST_BIN) : bin;
}

#elif INDEXING == INDEXING_MULTIPLY

// (offset · MULTIPLIER + ADDEND) >> SHIFT with both constants rounded down: the true value is less than offset + 1
// greater. Only where adding that carries into the bin does the next threshold decide.
static inline uint OF_AXIS(bin_at)(SAMPLE x, KEY offset, __global const KEY *thresholds) {
#if SHIFT_WORDS == 1 // offsets below 2^32, product below 2^64
    const ulong position = (ulong)(uint)offset * MULTIPLIER + ADDEND_LOW;
    const uint bin = (uint)(position >> SHIFT);
    const bool near_next = ((position & ((1UL << SHIFT) - 1)) + (uint)offset + 1) >> SHIFT != 0;
#else // product below 2^128, dropping 64 + SHIFT bits
    const ulong product = offset * MULTIPLIER;
    const ulong low = product + ADDEND_LOW;
    const ulong high = mul_hi(offset, (ulong)MULTIPLIER) + ADDEND_HIGH + (low < product ? 1 : 0);
    const ulong rest = (1UL << SHIFT) - 1;
    const uint bin = (uint)(high >> SHIFT);
    const bool near_next = (high & rest) == rest && low >= ~offset;
#endif
    if (near_next && bin < LAST_BIN && thresholds[bin + 1] <= offset) return bin + 1;
    return CAPPED ? min(bin, LAST_BIN) : bin;
}

#elif INDEXING == INDEXING_SCALE

// Multiply and floor. Within the margin of a whole number (rounding of the device and of the edges) the thresholds decide. The host
// takes this way only if the margin stays below 1, so the floor is at most one bin off.
static inline uint OF_AXIS(bin_at)(SAMPLE x, KEY offset, __global const KEY *thresholds) {
    const SAMPLE position = (x - LOWER) * SCALE;
    const SAMPLE whole = floor(position);
    const SAMPLE part = position - whole;
    const SAMPLE margin = position * RELATIVE_MARGIN + ABSOLUTE_MARGIN;
    uint bin = min((uint)whole, (uint)LAST_BIN);
    if (part < margin || part > 1 - margin) {
        if (thresholds[bin] > offset) --bin; // not at bin 0: thresholds[0] is 0
        if (bin < LAST_BIN && thresholds[bin + 1] <= offset) ++bin;
    }
    return bin;
}

#elif INDEXING == INDEXING_SEARCH

static inline uint OF_AXIS(bin_at)(SAMPLE x, KEY offset, __global const KEY *thresholds) {
    uint bin = 0;
    for (uint step = SEARCH_STEP; step > 0; step >>= 1) { // SEARCH_STEP: the greatest power of two <= LAST_BIN
        const uint probe = bin + step;
        if (probe <= LAST_BIN && thresholds[probe] <= offset) bin = probe;
    }
    return bin;
}

#elif INDEXING == INDEXING_CUSTOM

#if HALF_SAMPLES
// The value of a half: exact, and no denormal that a device might flush.
static inline float OF_AXIS(value_of)(ushort bits) {
    const uint magnitude = bits & 0x7fffu;
    const float tiny = (float)magnitude * 0x1p-24f; // the halves' denormals
    const uint exponent = magnitude < 0x7c00u ? 0x38000000u : 0x70000000u; // 127 − 15, or up to the infinities'
    const float value = magnitude < 0x400u ? tiny : as_float((magnitude << 13) + exponent);
    return bits & 0x8000u ? -value : value;
}
#else
static inline SAMPLE OF_AXIS(value_of)(SAMPLE x) { return x; }
#endif

// The value of the caller's expression in its own type, so that it can be asked for NaN. That takes a compiler made of clang, as
// OpenCL's are; any other makes a long of it.
#ifdef __clang__
#define ANY_TYPE __auto_type
#define TO_ANY_TYPE
#else
#define ANY_TYPE long
#define TO_ANY_TYPE convert_long_sat_rtn
#endif

// The cell by the caller's expression of x and i. Its place gets a name of its own, for the compiler to speak of.
static inline uint OF_AXIS(custom_cell)(CUSTOM_X x, ulong i) {
    uint bins = AXIS_BINS;
#line 1 CUSTOM_PLACE
    const ANY_TYPE value = TO_ANY_TYPE(
#line 1 CUSTOM_PLACE
CUSTOM_EXPRESSION
    );
    const ANY_TYPE same = value;
    if (value != same) return NAN_CELL;
    return value < 0 ? UNDERFLOW_CELL : value >= bins ? OVERFLOW_CELL : (uint)value;
#line END_OF_EXPRESSION "bin.cl"
}

#endif

#if PERIODIC && SAMPLE_KIND == SAMPLE_KIND_FLOAT

// The key of fmod(x, period) by long division of the bits: exact, whatever the device does with denormals. PERIOD has the
// period's bits; it is PERIOD_MANTISSA times 2^(PERIOD_EXPONENT - 1) of the least denormal.
static inline KEY OF_AXIS(fold)(SAMPLE x) {
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
        if (rest > 0) { // as a float again; a leading 1 counts into the exponent
            const uint up = min((uint)clz(rest) - (63 - MANTISSA_BITS), PERIOD_EXPONENT - 1);
            magnitude = ((KEY)(PERIOD_EXPONENT - 1 - up) << MANTISSA_BITS) + (KEY)(rest << up);
        }
    }
    return key_of_bits(magnitude | sign);
}

#endif

// The cell of sample x, element i of the job, or NO_BIN. Every rule for samples out of range has its place here.
static inline uint OF_AXIS(bin_of)(SAMPLE x, ulong i, __global const KEY *thresholds) {
    KEY key = key_of(x);
#if SAMPLE_KIND == SAMPLE_KIND_FLOAT
    const bool number = key - FIRST_NUMBER <= LAST_NUMBER;
#else
    const bool number = true;
#endif
#if INDEXING == INDEXING_CUSTOM
    return number ? OF_AXIS(custom_cell)(OF_AXIS(value_of)(x), i) : NAN_CELL;
#elif PERIODIC && SAMPLE_KIND == SAMPLE_KIND_FLOAT
    if (!number) return NAN_CELL;
    const KEY offset = OF_AXIS(fold)(x) - FIRST_KEY;
    return (OF_AXIS(bin_at)(x, offset, thresholds + THRESHOLDS) + TURN) % AXIS_BINS;
#elif PERIODIC
    KEY offset = key % PERIOD + TURN;
    if (offset >= PERIOD) offset -= PERIOD;
    return OF_AXIS(bin_at)(x, offset, thresholds + THRESHOLDS);
#else
#if INDEXING != INDEXING_NONE
    const KEY offset = key - FIRST_KEY;
    if (offset <= LAST_OFFSET) return OF_AXIS(bin_at)(x, offset, thresholds + THRESHOLDS);
#endif
    if (!number) return NAN_CELL;
    return ALL_BELOW || key < FIRST_KEY ? UNDERFLOW_CELL : OVERFLOW_CELL;
#endif
}
