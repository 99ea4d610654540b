// float_to_double: converts the bits of a float to a double, exactly, even if the device flushes denormals of floats.
static inline double float_to_double(uint bits) {
    const uint magnitude = bits & 0x7fffffffu;
    const double value = magnitude < 0x800000u ? (double)magnitude * 0x1p-149 : (double)as_float(magnitude);
    return bits & 0x80000000u ? -value : value;
}
