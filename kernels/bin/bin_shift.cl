// bin_shift: each bin holds 2^SHIFT consecutive values, the last one possibly more or fewer. An offset divided by
// 2^SHIFT may exceed 32 bits; with CAPPED it is limited to the last bin before the conversion.
static inline uint OF_AXIS(bin_at)(SAMPLE x, KEY offset, const problem *p) {
    const KEY bin = ONE_VALUE_PER_BIN ? offset : offset >> SHIFT;
    return (uint)(CAPPED ? min(bin, (KEY)LAST_BIN) : bin);
}
