// whole_floats: counts of elements next to sums of float weights are floats of the sums' type, doubles or 32-bit
// floats. Integer arithmetic converts them from and to integers, so the device needs no doubles.

// Returns the bits of the float nearest to a signed integer, given by its bits; ties to even.
static inline ulong as_float_bits(ulong bits) {
    const ulong sign = bits & 1UL << 63, n = sign != 0 ? ~bits + 1 : bits;
    if (n == 0) return 0;
    const uint leading = 63 - (uint)clz(n);
    ulong whole = n;
    if (leading <= SUM_MANTISSA) {
        whole <<= SUM_MANTISSA - leading;
    } else {
        const uint drop = leading - SUM_MANTISSA;
        whole = (n + (1UL << (drop - 1)) - 1 + (n >> drop & 1)) >> drop; // n is at most 2^63
    }
    return sign >> (64 - SUM_BITS) | (((ulong)(leading + SUM_BIAS - 1) << SUM_MANTISSA) +
                                      whole); // the leading bit, or a carry out of it, raises the exponent
}

// The integer value of a float that is whole and below 2^63 in magnitude.
static inline ulong as_whole(ulong bits) {
    const int exponent = (int)SUM_FIELD(bits) - SUM_BIAS - SUM_MANTISSA;
    const ulong mantissa = (bits & ((1UL << SUM_MANTISSA) - 1)) | 1UL << SUM_MANTISSA;
    if (exponent < -SUM_MANTISSA) return 0;
    const ulong n = exponent < 0 ? mantissa >> -exponent : mantissa << min(exponent, 62 - SUM_MANTISSA);
    return (bits & SUM_SIGN) != 0 ? ~n + 1 : n;
}
