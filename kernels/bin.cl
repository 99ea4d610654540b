// bin: from a sample to its bin, exactly, by unsigned integers alone where it counts.
//
// key      rises with the sample: an integer's distance from the least of its type, a float's place in the order of its
//          type. So −0 < +0, a device that flushes denormals is exact all the same, and NaNs lie outside the infinities.
// offset   key − FIRST_KEY, wrapping: in range exactly when offset <= LAST_OFFSET, one comparison for both ends.
// bin      the greatest i with thresholds[i] <= offset. The indexings below find that i; LAST_BIN is the highest
//          that a sample can reach.
//
// Worked example: u8 samples in 7 even bins over [0, 12). The edges are 12i/7 = 0, 1.71, 3.43 …, so thresholds = 0 2 4 6 7 9 11;
// sample 11 has offset 11 and bin 6.

#define NO_BIN 0xffffffffu

#if SAMPLE_KIND == SAMPLE_KIND_FLOAT
static inline KEY key_of(SAMPLE x) {
    const KEY bits = AS_KEY(x);
    return bits ^ (bits >> (8 * sizeof(KEY) - 1) ? ~(KEY)0 : KEY_SIGN);
}
#elif SAMPLE_KIND == SAMPLE_KIND_SIGNED
static inline KEY key_of(SAMPLE x) { return (KEY)(AS_UNSIGNED(x)) ^ KEY_SIGN; }
#else
static inline KEY key_of(SAMPLE x) { return (KEY)x; }
#endif

#if INDEXING == INDEXING_SHIFT

static inline uint bin_at(SAMPLE x, KEY offset, __global const KEY *thresholds) { return (uint)(offset >> SHIFT); }

#elif INDEXING == INDEXING_MULTIPLY

// (offset · MULTIPLIER + ADDEND) >> SHIFT with both constants rounded down: the true value is less than offset + 1
// greater. Only where adding that carries into the bin does the next threshold decide.
static inline uint bin_at(SAMPLE x, KEY offset, __global const KEY *thresholds) {
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
    return near_next && bin < LAST_BIN && thresholds[bin + 1] <= offset ? bin + 1 : bin;
}

#elif INDEXING == INDEXING_SCALE

// Multiply and floor. Within the margin of a whole number (rounding of the device and of the edges) the thresholds decide. The host
// takes this way only if the margin stays below 1, so the floor is at most one bin off.
static inline uint bin_at(SAMPLE x, KEY offset, __global const KEY *thresholds) {
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

static inline uint bin_at(SAMPLE x, KEY offset, __global const KEY *thresholds) {
    uint bin = 0;
    for (uint step = SEARCH_STEP; step > 0; step >>= 1) { // SEARCH_STEP: the greatest power of two <= LAST_BIN
        const uint probe = bin + step;
        if (probe <= LAST_BIN && thresholds[probe] <= offset) bin = probe;
    }
    return bin;
}

#endif

// The bin of a sample, or NO_BIN. Every rule for samples out of range has its place here.
static inline uint bin_of(SAMPLE x, __global const KEY *thresholds) {
#if INDEXING == INDEXING_NONE
    return NO_BIN;
#else
    const KEY offset = key_of(x) - FIRST_KEY;
    return offset <= LAST_OFFSET ? bin_at(x, offset, thresholds) : NO_BIN;
#endif
}
