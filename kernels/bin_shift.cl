// bin_shift: each bin holds 2^SHIFT consecutive values. The last bin may be wider, so its offsets may exceed 32 bits.
static inline uint OF_AXIS(bin_at)(SAMPLE x, KEY offset, const problem *p) {
    const KEY bin = ONE_VALUE_PER_BIN ? offset : offset >> SHIFT;
    return (uint)(CAPPED ? min(bin, (KEY)LAST_BIN) : bin);
}
