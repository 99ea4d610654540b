// key_float: the keys of floats have the same order as the floats. The key is the bits of the float. If the float is
// negative, all bits are inverted, otherwise only the sign bit. So -0 is below +0, NaNs are beyond the infinities, and
// comparisons of keys are exact even if the device flushes denormals.
static inline KEY key_of_bits(KEY bits) {
    const KEY signs = (KEY)((SIGNED_BITS)bits >> (KEY_BITS - 1));
    return (BITS)(bits ^ (signs | KEY_SIGN));
}
static inline KEY key_of(SAMPLE x) { return key_of_bits(AS_KEY(x)); }
