// grid_cell: the cell of a grid for bin_search.cl.
//
//     GRID_OFFSETS    cells of 2^GRID_SHIFT offsets
//     GRID_OCTAVES    a cell per position of the offset's leading bit and per value of the GRID_BITS bits after it
//     GRID_LINE       cells of equal width over the values

static inline uint OF_AXIS(octave_of)(KEY offset, const problem *p) {
    const uint bits = 8 * sizeof(KEY);
    const KEY from_1 = offset | 1;
    const uint zeros = (uint)clz(from_1);
    return ((bits - 2 - zeros) << GRID_BITS) + (uint)((from_1 << zeros) >> (bits - 1 - GRID_BITS));
}

static inline uint OF_AXIS(grid_cell)(SAMPLE x, KEY offset, const problem *p) {
    if (GRID == GRID_OFFSETS) return (uint)(offset >> GRID_SHIFT);
    if (GRID == GRID_OCTAVES) return OF_AXIS(octave_of)(offset, p);
    return UINT_OF(clamp((SAMPLE)((x - LOWER) * SCALE), (SAMPLE)0, (SAMPLE)(GRID_CELLS - 1)));
}
