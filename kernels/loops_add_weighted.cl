// loops_add_weighted: adds the weights of a block's elements to their cells.
static inline ALWAYS_INLINE void
add_cells(accumulator *a, CELL cells[CELLS_OF_ELEMENT][ELEMENTS_PER_LOAD], const origin *o, const walk *w, uint n,
          const problem *p, units u IMAGE_PARAMETER) {
    if (!add_quickly(a, cells, o->weights, n, p, u)) return;
    for (uint k = 0; k < n; ++k) {
        element e;
        element_after(&e, o, w, k IMAGE);
        for (uint c = 0; c < CELLS_OF_ELEMENT; ++c)
            if ((uint)cells[c][k] != SPARE_CELL) add_cell(a, cells[c][k], &e, 0, p, u);
    }
}
