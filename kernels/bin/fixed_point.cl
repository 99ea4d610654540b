// fixed_point: converts doubles, given by their bits, to whole numbers of a unit, rounded towards 0, in two's
// complement. It is for devices without doubles. A sample whose exponent field is FIXED_TOP or greater would have a
// magnitude of at least 2^(FIXED_BITS - 1) units, and gets the greatest magnitude, 2^(FIXED_BITS - 1) - 1.
//
// Worked example: FIXED_BITS = 32 and FIXED_TOP = 1023, so that a unit is 2^-31. The mantissa of 0.75, with its leading
// 1 in the top bit, is 3 << 30. The exponent field is one below FIXED_TOP, so the number is 3 << 29.
static inline FIXED OF_AXIS(fixed_point)(SAMPLE x, const problem *p) {
    const FIXED leading = (FIXED)1 << (FIXED_BITS - 1);
    const FIXED mantissa = leading | (FIXED)(FIXED_BITS == 64 ? x << 11 : x >> 21);
    const int right = (int)(FIXED_TOP - ((uint)(x >> 52) & 2047u));
    const FIXED magnitude = right <= 0 ? leading - 1 : right < FIXED_BITS ? mantissa >> right : 0;
    return (long)x < 0 ? -magnitude : magnitude;
}
