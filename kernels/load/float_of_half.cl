// float_of_half: the value of an f16, given by its bits. Denormal halves become normal floats, which no device flushes.
static inline float float_of_half(ushort bits) {
    const uint magnitude = bits & 0x7fffu;
    const float tiny = (float)magnitude * 0x1p-24f;
    const uint exponent = magnitude < 0x7c00u ? 0x38000000u : 0x70000000u;
    const float value = magnitude < 0x400u ? tiny : as_float((magnitude << 13) + exponent);
    return bits & 0x8000u ? -value : value;
}
