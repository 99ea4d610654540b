// bin_search: binary search among all thresholds. With a GRID, the sample's grid cell gives the bin to start from and
// the number of steps: none or one where bins are at least as wide as grid cells.
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
