// bin_multiply: for nearly even bins of integers, and of doubles that are given by their bits. The bin is the whole
// part of distance · MULTIPLIER + ADDEND, a fixed-point number with SHIFT fractional bits. The distance is the sample's
// offset (distance_offset.cl), or a fixed-point number that rises with the sample (distance_fixed_point.cl).
//
// The bin is exact unless ROUNDED_DOWN. With ROUNDED_DOWN it may be one too low if the first 32 fractional bits are at
// least NEAR_NEXT; the next threshold then decides. A POSITION has 32 bits, or 64 bits for distances below 2^32, or it
// is the upper half of a WIDE_PRODUCT. For a distance in fixed point, a POSITION is signed: the position of the first
// samples of bin 0 may be a little below 0, in bin -1. The threshold of bin 0 then moves them to bin 0.
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
