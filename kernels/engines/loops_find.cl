// loops_find: finds the cells of a block's elements, and counts the elements.
#define FIND_UNLESS_AMBIGUOUS(axis)                                                                 \
    bins[axis] = FIND_QUICKLY(axis, &bins[axis], e.x[axis], first + k, p) ? bins[axis] : AMBIGUOUS; \
    seen |= bins[axis];
#define FIND(axis) bins[axis] = BIN(axis, e.x[axis], first + k, p);
static inline ALWAYS_INLINE void count_elements(accumulator *a, const origin *o, const walk *w, uint n, ulong first,
                                                const problem *p, units u IMAGE_PARAMETER) {
    CELL cells[CELLS_PER_ELEMENT][ELEMENTS_PER_LOAD];
    uint seen = 0; // bitwise OR of all bins, to detect AMBIGUOUS: only it and NO_BIN have the top bit
    VECTOR_LOOP(COUNT_VALUES ? sizeof(ushort) : sizeof(uint))
    for (uint k = 0; k < n; ++k) {
        element e;
        element_after(&e, o, w, k IMAGE);
        uint bins[AXES];
        EACH_AXIS(FIND_UNLESS_AMBIGUOUS)
        PUT_QUICK_CELLS
    }
    if (CAN_BE_AMBIGUOUS && seen >> 31 != 0)
        for (uint k = 0; k < n; ++k) {
            bool resolved = true;
            for (uint c = 0; c < CELLS_PER_ELEMENT; ++c) resolved = resolved & (cells[c][k] != AMBIGUOUS_CELL);
            if (resolved) continue;
            element e;
            element_after(&e, o, w, k IMAGE);
            uint bins[AXES];
            EACH_AXIS(FIND)
            PUT_CELLS
        }
    add_cells(a, cells, o, w, n, p, u IMAGE);
}
