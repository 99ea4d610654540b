// bin_circular: for integers in bins around a circle of PERIOD keys.
static inline uint OF_AXIS(bin_of)(SAMPLE x, ulong i, const problem *p) {
    KEY offset = key_of(x) % PERIOD + TURN;
    if (offset >= PERIOD) offset -= PERIOD;
    return OF_AXIS(bin_at)(x, offset, p);
}
