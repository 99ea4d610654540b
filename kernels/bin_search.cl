// bin_search: binary search among all thresholds, or from the bin and with the number of steps that a grid over the
// samples gives. Where bins are no finer than grid cells, that is no step or one.
static inline uint OF_AXIS(bin_at)(SAMPLE x, KEY offset, const problem *p) {
    uint bin = 0;
    uint step = SEARCH_STEP; // the greatest power of two <= LAST_BIN
    if (GRID != GRID_NONE) {
        const uint cell = (uint)THRESHOLD(LAST_BIN + 1 + OF_AXIS(grid_cell)(x, offset, p));
        bin = cell & 0xffffffu;
        step = (1u << (cell >> 24)) >> 1;
    }
    for (; step > 0; step >>= 1) {
        const uint probe = min(bin + step, LAST_BIN);
        if (THRESHOLD(probe) <= offset) bin = probe;
    }
    return bin;
}
