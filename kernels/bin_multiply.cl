// bin_multiply: nearly even bins of integers, by a fixed-point product with SHIFT fractional bits.
//
// The bin is exact, unless the factors are ROUNDED_DOWN: then the next threshold decides if the first 32 fractional
// bits are at least NEAR_NEXT. A POSITION has 32 bits, or 64 bits for offsets below 2^32, or it is the upper half of a
// 128-bit WIDE_PRODUCT.
static inline uint OF_AXIS(bin_at)(SAMPLE x, KEY offset, const problem *p) {
    const POSITION product = WIDE_PRODUCT ? (POSITION)mul_hi((ulong)(offset << RAISE), (ulong)MULTIPLIER)
                                          : (POSITION)(uint)offset * MULTIPLIER;
    const POSITION position = product + ADDEND;
    const uint bin = (uint)(position >> SHIFT);
    if (ROUNDED_DOWN) {
        const bool near_next = (uint)(position >> (SHIFT - 32)) >= NEAR_NEXT;
        if (near_next && bin < LAST_BIN && THRESHOLD(bin + 1) <= offset) return bin + 1;
    }
    return CAPPED ? min(bin, LAST_BIN) : bin;
}
