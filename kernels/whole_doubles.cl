// whole_doubles: counts of elements next to sums of float weights are doubles. Integer arithmetic converts them from
// and to integers, so the device needs no doubles.

// Returns the bits of the double nearest to a signed integer, given by its bits; ties to even.
static inline ulong as_double_bits(ulong bits) {
    const ulong sign = bits & 1UL << 63, n = sign != 0 ? ~bits + 1 : bits;
    if (n == 0) return 0;
    const uint leading = 63 - (uint)clz(n);
    ulong whole = n;
    if (leading <= 52) {
        whole <<= 52 - leading;
    } else {
        const uint drop = leading - 52;
        const ulong half_unit = 1UL << (drop - 1), rest = n & (2 * half_unit - 1);
        whole = n >> drop;
        if (rest > half_unit || (rest == half_unit && (whole & 1) != 0)) ++whole;
    }
    return sign |
           (((ulong)(leading + 1022) << 52) + whole); // the leading bit, or a carry out of it, raises the exponent
}

#define as_counter(n) as_double_bits(n)

// The integer value of a double that is whole and below 2^63 in magnitude.
static inline ulong as_whole(ulong bits) {
    const int exponent = (int)(bits >> 52 & 2047u) - 1075;
    const ulong mantissa = (bits & ((1UL << 52) - 1)) | 1UL << 52;
    if (exponent < -52) return 0;
    const ulong n = exponent < 0 ? mantissa >> -exponent : mantissa << min(exponent, 10);
    return bits >> 63 != 0 ? ~n + 1 : n;
}
