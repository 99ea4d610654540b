// whole_doubles: counts of elements next to sums of float weights are doubles. Integer arithmetic converts them, so
// the device needs no doubles.

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

// The counter for a count of elements, added to an existing one.
static inline ulong finished_count(ulong count, ulong old) {
    return double_sum((amount)((uint)count, (uint)(count >> 32), 0, 0), 0, old);
}
