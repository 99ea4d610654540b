// double_bits: floats and integers as the bits of doubles, for devices without doubles.

// Returns the bits of the double ±n · 2^(exponent - 1023), which is exact: n has at most 53 bits.
static inline ulong double_of(bool negative, ulong n, uint exponent) {
    const uint zeros = (uint)clz(n | 1);
    const ulong magnitude = ((ulong)(62 - zeros + exponent) << 52) + (n << zeros >> 11);
    return (negative ? 1UL << 63 : 0) | (n == 0 ? 0 : magnitude);
}

// The argument is an int, because Mesa 22.3 treats negative integers as positive if they are converted to long first.
static inline ulong double_of_int(int x) { return double_of(x < 0, abs(x), 1023); }
static inline ulong double_of_uint(uint x) { return double_of(false, x, 1023); }

static inline ulong double_of_float(uint bits) {
    const uint field = bits >> 23 & 255u, fraction = bits & 0x7fffffu;
    if (field == 255) return (ulong)(bits >> 31) << 63 | 2047UL << 52 | (ulong)fraction << 29;
    return double_of(bits >> 31 != 0, fraction | (field == 0 ? 0 : 0x800000u), max(field, 1u) + 1023 - 150);
}
