// fixed_point: doubles by their bits, for devices without doubles: as whole numbers of a unit, rounded towards 0, in
// two's complement. A sample whose exponent field is FIXED_TOP would have 2^(FIXED_BITS - 1) units or more; those from
// there on get the greatest number.
//
// Worked example: FIXED_BITS = 32 and FIXED_TOP = 1023, so that a unit is 2^-31. The upper bits of 0.75 are 3 << 30,
// and its exponent is one below FIXED_TOP: 3 << 29 units.
static inline FIXED OF_AXIS(fixed_point)(SAMPLE x, const problem *p) {
    const FIXED leading = (FIXED)1 << (FIXED_BITS - 1);
    const FIXED mantissa = leading | (FIXED)(FIXED_BITS == 64 ? x << 11 : x >> 21);
    const int right = (int)(FIXED_TOP - ((uint)(x >> 52) & 2047u));
    const FIXED magnitude = right <= 0 ? leading - 1 : right < FIXED_BITS ? mantissa >> right : 0;
    return (long)x < 0 ? -magnitude : magnitude;
}
