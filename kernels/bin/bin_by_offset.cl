// bin_by_offset: a sample is in range exactly when offset <= LAST_OFFSET. This one comparison checks both ends of the
// range.
static inline uint OF_AXIS(bin_of)(SAMPLE x, ulong i, const problem *p) {
    const KEY offset = OF_AXIS(offset_of)(x, p);
    if (offset <= LAST_OFFSET) return OF_AXIS(bin_at)(x, offset, p);
    return OF_AXIS(cell_outside)(key_of(x), p);
}
