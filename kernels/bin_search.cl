// bin_search: binary search among all thresholds. With a grid, a table gives the first bin and the number of steps for
// each grid cell: at most one step where bins are no narrower than the cells.
//
//     GRID_OFFSETS    cells of 2^GRID_SHIFT offsets
//     GRID_OCTAVES    cells by the position of the leading bit and the GRID_BITS bits after it
//     GRID_LINE       even cells over the values

static inline uint OF_AXIS(octave_of)(KEY offset, const problem *p) {
    const uint bits = 8 * sizeof(KEY);
    const KEY from_1 = offset | 1;
    const uint zeros = (uint)clz(from_1);
    return ((bits - 2 - zeros) << GRID_BITS) + (uint)((from_1 << zeros) >> (bits - 1 - GRID_BITS));
}

static inline uint OF_AXIS(grid_cell)(SAMPLE x, KEY offset, const problem *p) {
    if (GRID == GRID_OFFSETS) return (uint)(offset >> GRID_SHIFT);
    if (GRID == GRID_OCTAVES) return OF_AXIS(octave_of)(offset, p);
    return (uint)clamp((SAMPLE)((x - LOWER) * SCALE), (SAMPLE)0, (SAMPLE)(GRID_CELLS - 1));
}

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
