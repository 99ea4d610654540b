// distance_fixed_point: the number that bin_multiply.cl multiplies is the sample in fixed point, minus FIXED_FIRST.
static inline KEY OF_AXIS(distance_of)(SAMPLE x, KEY offset, const problem *p) {
    return (FIXED)(OF_AXIS(fixed_point)(x, p) - FIXED_FIRST);
}
