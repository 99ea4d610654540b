// bin_all_in_range: all values of the type are in range.
static inline uint OF_AXIS(bin_of)(SAMPLE x, ulong i, const problem *p) {
    return OF_AXIS(bin_at)(x, OF_AXIS(offset_of)(x, p), p);
}
