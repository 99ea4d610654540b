// accumulate_float: adds a weight of vector v to a counter, for local_atomic and float weights of at most 32 bits.
// Instructions limit the speed of sums on a GPU, and an amount of 96 bits takes many. But the bits of most weights lie
// within two words of a sum: the second and the third or, if the unit is so coarse that even the greatest expected
// weights are below 2^63 units, the first and the second.

// Adds any weight, as an amount.
static NOT_INLINE void add_amount(__local uint *sum, WEIGHT weight, int4 unit) {
    units u;
    u.of[0] = unit;
    atomic_add_local(sum, REPLICAS, amount_of(weight, u, 0));
}

static inline void accumulate_weight(accumulator *a, uint counter, uint place, WEIGHT weight, units u, uint v) {
    const int4 unit = u.of[v];
    // The compiler moves the following constants out of loops. `upper`: whether the 64 bits begin at the second word.
    // `zero`: the exponent field of weights whose last bit is bit 0 of the 64. Weights whose exponent field is one of
    // the `fields` values from `first` on are added here.
    const int max_shift = 60 + unit.s3 - WEIGHT_MANTISSA - (GUESSED_UNIT && unit.s1 != INT_MIN ? 5 : 0);
    const bool upper = max_shift > 62 - WEIGHT_MANTISSA;
    const int zero = unit.s0 + WEIGHT_BIAS + WEIGHT_MANTISSA + (upper ? 32 : 0), first = max(zero, 1);
    const int max_field = min(unit.s2, WEIGHT_BIAS) + WEIGHT_BIAS + WEIGHT_MANTISSA;
    const uint fields = (uint)max(min(min(zero + 63 - WEIGHT_MANTISSA, max_field + 1), 2 * WEIGHT_BIAS + 1) - first, 0);

    const uint field = (uint)weight >> WEIGHT_MANTISSA & (2u * WEIGHT_BIAS + 1);
    const bool negative = (uint)weight >> (WEIGHT_BITS - 1) != 0;
    __local uint *sum = a->replica + row_of(counter) * WORDS * REPLICAS;
    if (field - (uint)first < fields) {
        const uint one = 1u << WEIGHT_MANTISSA;
        const ulong magnitude = (ulong)(((uint)weight & (one - 1)) | one) << (field - (uint)zero);
        const ulong bits = negative ? 0 - magnitude : magnitude;
        if (upper) sum += REPLICAS;
        uint n = (uint)bits, carry = 0;
        if (n != 0) carry = atomic_add(sum, n) > 0xffffffffu - n;
        n = (uint)(bits >> 32) + carry;
        carry = n < carry;
        if (n != 0) carry = atomic_add(sum + REPLICAS, n) > 0xffffffffu - n;
        if (upper) return;
        n = (negative ? 0xffffffffu : 0) + carry;
        if (n != 0) atomic_add(sum + 2 * REPLICAS, n);
    } else if (((uint)weight & ((1u << (WEIGHT_BITS - 1)) - 1)) != 0) {
        add_amount(sum, weight, unit);
    }
}
