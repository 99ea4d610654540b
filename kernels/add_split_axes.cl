// add_split_axes: adds the shares of an element to the cells of each axis.
#define ADD_PIECES_OF_AXIS(axis)                                                     \
    EACH_PIECE(axis) {                                                               \
        const uint cell = cell_of(&s[axis], own##axis.cell);                         \
        if (cell != NO_BIN && own##axis.share != 0)                                  \
            add_share(a, FIRST_CELL_##axis + cell, own##axis.share, e, place, p, u); \
    }
static inline void
add_element(accumulator *a, const uint *bins, const element *e, uint place, const problem *p, units u) {
    if (!is_counted(e)) return;
    interval s[AXES];
    intervals_of(s, e->x, p);
    EACH_SPLIT_AXIS(ADD_PIECES_OF_AXIS)
}
