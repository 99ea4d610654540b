// bin_circular_float: for floats in bins around a circle. The thresholds cover the circle twice, because fmod(x,
// period) is above -period and below period.

// Returns the key of fmod(x, period), computed by long division of the bits. It is exact even if the device flushes
// denormals. PERIOD has the period's bits; the period is PERIOD_MANTISSA · 2^(PERIOD_EXPONENT - 1) times the smallest
// denormal.
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
        if (rest > 0) { // converts it back to a float; the leading 1 increments the exponent field
            const uint up = min((uint)clz(rest) - (63 - MANTISSA_BITS), PERIOD_EXPONENT - 1);
            magnitude = ((KEY)(PERIOD_EXPONENT - 1 - up) << MANTISSA_BITS) + (KEY)(rest << up);
        }
    }
    return key_of_bits(magnitude | sign);
}

static inline uint OF_AXIS(bin_of)(SAMPLE x, ulong i, const problem *p) {
    if (key_of(x) - FIRST_NUMBER > LAST_NUMBER) return NAN_CELL;
    const KEY offset = OF_AXIS(fold)(x, p) - FIRST_KEY;
    return (OF_AXIS(bin_at)(x, offset, p) + TURN) % AXIS_BINS;
}
