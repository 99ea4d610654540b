// loops_add_one_by_one: adds the weights of a block to the cells of its elements, one element after the other.
static inline ALWAYS_INLINE void
add_cells(accumulator *a, CELL cells[CELLS_PER_ELEMENT][ELEMENTS_PER_LOAD], const origin *o, const walk *w, uint n,
          const problem *p, units u IMAGE_PARAMETER) {
    for (uint k = 0; k < n; ++k) {
        element e;
        element_after(&e, o, w, k IMAGE);
        for (uint c = 0; c < CELLS_PER_ELEMENT; ++c)
            if ((uint)cells[c][k] != SPARE_CELL) add_cell(a, cells[c][k], &e, 0, p, u);
    }
}
