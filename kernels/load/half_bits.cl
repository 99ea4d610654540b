// half_bits: converts a float that a half can represent to the bits of that half.
static inline SAMPLE half_bits(float x) {
    const uint magnitude = as_uint(x) & 0x7fffffffu, sign = as_uint(x) >> 16 & 0x8000u;
    if (magnitude > 0x7f800000u) return (SAMPLE)(sign | 0x7e00u);
    if (magnitude == 0x7f800000u) return (SAMPLE)(sign | 0x7c00u);
    const uint normal = (magnitude - 0x38000000u) >> 13, tiny = (uint)(fabs(x) * 0x1p24f);
    return (SAMPLE)(sign | (magnitude < 0x38800000u ? tiny : normal));
}
