// key_float: keys of floats are ordered like the floats: all bits of negative floats are inverted, and the sign bit of
// others. So -0 is below +0, NaNs are beyond the infinities, and comparisons of keys are exact even if the device
// flushes denormals.
static inline KEY key_of_bits(KEY bits) {
    const KEY signs = (KEY)((SIGNED_BITS)bits >> (KEY_BITS - 1));
    return (BITS)(bits ^ (signs | KEY_SIGN));
}
static inline KEY key_of(SAMPLE x) { return key_of_bits(AS_KEY(x)); }
