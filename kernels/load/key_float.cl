// key_float: keys of floats are ordered like the floats: the bits of the float, all inverted if it is negative, and
// with only the sign bit inverted otherwise. So -0 is below +0, NaNs are beyond the infinities, and comparisons of keys
// are exact even if the device flushes denormals.
static inline KEY key_of_bits(KEY bits) {
    const KEY signs = (KEY)((SIGNED_BITS)bits >> (KEY_BITS - 1));
    return (BITS)(bits ^ (signs | KEY_SIGN));
}
static inline KEY key_of(SAMPLE x) { return key_of_bits(AS_KEY(x)); }
