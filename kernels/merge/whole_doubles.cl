// whole_doubles: counts of elements next to extremes of floats are doubles. Integer arithmetic converts them, so the
// device needs no doubles.

// Returns the bits of the double count + old. `old` has the bits of a whole number. If its magnitude is 2^53 or more,
// or it is an infinity or a NaN, returns `old`.
static inline ulong finished_count(ulong count, ulong old) {
    const uint field = (uint)(old >> 52) & 2047u, last = 1023 + 52;
    if (field > last) return old;
    const ulong fraction = old & ((1UL << 52) - 1);
    const ulong whole = field + 63 < last ? 0 : (fraction | 1UL << 52) >> (last - field);
    const bool subtracts = old >> 63 != 0, negative = subtracts && whole > count;
    return double_of(negative, negative ? whole - count : subtracts ? count - whole : count + whole, 1023);
}
