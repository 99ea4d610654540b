// bin_by_offset: the bin of a sample by its offset, key - FIRST_KEY in wrapping arithmetic: in range exactly when
// offset <= LAST_OFFSET, one comparison for both ends. Bin i is the greatest with THRESHOLD(i) <= offset; bin_at finds it.
//
// Worked example: u8 samples in 7 even bins over [0, 12). The edges are 12i/7 = 0, 1.71, 3.43 …, so thresholds = 0 2 4 6 7 9 11;
// sample 11 has offset 11 and bin 6.

static inline KEY OF_AXIS(offset_of)(SAMPLE x, const problem *p) {
    return SAMPLE_IS_FLOAT ? key_of(x) - FIRST_KEY : (KEY)x - FIRST;
}

static inline uint OF_AXIS(bin_of)(SAMPLE x, ulong i, const problem *p) {
    const KEY offset = OF_AXIS(offset_of)(x, p);
    if (ALL_IN_RANGE || offset <= LAST_OFFSET) return OF_AXIS(bin_at)(x, offset, p);
    return OF_AXIS(cell_outside)(key_of(x), p);
}
