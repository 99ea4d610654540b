// distance_fixed_point: what bin_multiply.cl multiplies is the sample in fixed point, from FIXED_FIRST on.
static inline KEY OF_AXIS(distance_of)(SAMPLE x, KEY offset, const problem *p) {
    return (FIXED)(OF_AXIS(fixed_point)(x, p) - FIXED_FIRST);
}
