// bin_shift: bins of 2^SHIFT samples. A last bin that is wider than the others may end beyond 32 bits.
static inline uint OF_AXIS(bin_at)(SAMPLE x, KEY offset, const problem *p) {
    const KEY bin = ONE_VALUE_PER_BIN ? offset : offset >> SHIFT;
    return (uint)(CAPPED ? min(bin, (KEY)LAST_BIN) : bin);
}
