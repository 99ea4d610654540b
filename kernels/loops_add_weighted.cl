// loops_add_weighted: adds the weights of a block's elements to their cells.
static inline ALWAYS_INLINE void add_cells(accumulator *a, CELLS_AT const CELL *cells, const origin *o, const walk *w,
                                           uint n, const problem *p, units u IMAGE_PARAMETER) {
    for (uint k = 0; k < n; ++k) {
        element e;
        element_after(&e, o, w, k IMAGE);
        if ((uint)cells[k] != SPARE_CELL) add_cell(a, cells[k], &e, 0, p, u);
    }
}
