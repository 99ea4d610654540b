// key_float: the key of a float is its rank in the order of its type. So -0 < +0, a device that flushes denormals is
// still exact, and NaNs lie outside the infinities. Negative floats have all bits inverted, the others the sign alone.
static inline KEY key_of_bits(KEY bits) {
    const KEY signs = (KEY)((SIGNED_BITS)bits >> (KEY_BITS - 1));
    return (BITS)(bits ^ (signs | KEY_SIGN));
}
static inline KEY key_of(SAMPLE x) { return key_of_bits(AS_KEY(x)); }
