// add_split_joint: adds the shares of an element to cells of the joint histogram. The share of a cell is the product of
// those on all axes.
#define JOIN_PIECE(axis)                                    \
    {                                                       \
        const uint own = cell_of(&s[axis], own##axis.cell); \
        counted = counted & (own != NO_BIN);                \
        cell = cell * EXTENT_##axis + own;                  \
        share *= own##axis.share;                           \
    }
static inline void
add_element(accumulator *a, const uint *bins, const element *e, uint place, const problem *p, units u) {
    if (!is_counted(e)) return;
    interval s[AXES];
    intervals_of(s, e->x, p);
    EACH_SPLIT_AXIS(EACH_PIECE) {
        uint cell = 0;
        bool counted = true;
        ulong share = 1;
        EACH_SPLIT_AXIS(JOIN_PIECE)
        if (counted && share != 0) add_share(a, cell, share, e, place, p, u);
    }
}
