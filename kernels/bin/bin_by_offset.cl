// bin_by_offset: a sample is in range exactly when offset <= LAST_OFFSET, one comparison for both ends.
static inline uint OF_AXIS(bin_of)(SAMPLE x, ulong i, const problem *p) {
    const KEY offset = OF_AXIS(offset_of)(x, p);
    if (offset <= LAST_OFFSET) return OF_AXIS(bin_at)(x, offset, p);
    return OF_AXIS(cell_outside)(key_of(x), p);
}
