// grid_fixed_point: the cell of a grid for bin_search.cl. Samples are converted to fixed-point numbers of 32 bits, over
// which cells have equal width.
static inline uint OF_AXIS(grid_cell)(SAMPLE x, KEY offset, const problem *p) {
    const FIXED number = OF_AXIS(fixed_point)(x, p), first = FIXED_FIRST;
    return (int)number <= (int)first ? 0 : min((uint)mul_hi(number - first, FIXED_SCALE), GRID_CELLS - 1);
}
