// bin_multiply: nearly even bins of integers, and of doubles by their bits, by fixed point with SHIFT fractional bits:
// of the sample's distance, which is its offset or another number that rises with it.
//
// Every bin is exact, unless the numbers are ROUNDED_DOWN: then, where the first 32 fractional bits are at least
// NEAR_NEXT, the next threshold decides. A POSITION has 32 bits, or 64 for distances below 2^32, or is the upper half
// of a WIDE_PRODUCT. That of fixed point has a sign: bin 0 may begin a little
// below 0, in bin -1, whose next is bin 0.
static inline uint OF_AXIS(bin_at)(SAMPLE x, KEY offset, const problem *p) {
    const KEY distance = OF_AXIS(distance_of)(x, offset, p);
    const POSITION product = WIDE_PRODUCT ? (POSITION)mul_hi((ulong)(distance << RAISE), (ulong)MULTIPLIER)
                                          : (POSITION)(uint)distance * MULTIPLIER;
    const POSITION position = product + ADDEND;
    const uint bin = (uint)(position >> SHIFT);
    if (ROUNDED_DOWN) {
        const bool near_next = (uint)(position >> (SHIFT - 32)) >= NEAR_NEXT;
        if (near_next && bin + 1 <= LAST_BIN && THRESHOLD(bin + 1) <= offset) return bin + 1;
    }
    return CAPPED ? min(bin, LAST_BIN) : bin;
}
