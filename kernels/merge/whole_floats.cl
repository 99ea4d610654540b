// whole_floats: counts of elements next to sums of float weights are floats of the sums' type, doubles or 32-bit
// floats. Integer arithmetic converts them, so the device needs no doubles.

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
        whole = (n + (1UL << (drop - 1)) - 1 + (n >> drop & 1)) >> drop; // no overflow: n is at most 2^63
    }
    return sign >> (64 - SUM_BITS) | (((ulong)(leading + SUM_BIAS - 1) << SUM_MANTISSA) +
                                      whole); // the leading bit, or a carry out of it, raises the exponent
}

// Returns the bits of the float count + old. `old` has the bits of a float.
static inline SUM_COUNTER finished_count(ulong count, ulong old) {
    return (SUM_COUNTER)float_sum((amount)((uint)count, (uint)(count >> 32), 0, 0), 0, old);
}
