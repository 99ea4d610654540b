// narrow_float: the exact value of an f16 sample as a float. Denormal halves become normal floats, which no device
// flushes.
static inline float OF_AXIS(value_of_half)(SAMPLE bits) {
    const uint magnitude = bits & (KEY_SIGN - 1);
    const float tiny = (float)magnitude * MIN_DENORMAL;
    const uint exponent = magnitude < INFINITE ? REBIAS : REBIAS_INFINITE;
    const float value = magnitude < MIN_NORMAL ? tiny : as_float((magnitude << FRACTION_SHIFT) + exponent);
    return bits & KEY_SIGN ? -value : value;
}
