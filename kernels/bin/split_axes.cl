// split_axes: puts the shares of an element in the cells of each axis.
#define PUT_PIECES_OF_AXIS(axis)                                                                                 \
    EACH_PIECE(axis) {                                                                                           \
        const uint cell = cell_of(&s[axis], own##axis.cell);                                                     \
        if (cell != NO_BIN && own##axis.share != 0) put_share(to, FIRST_CELL_##axis + cell, own##axis.share, p); \
    }
static inline ALWAYS_INLINE void put_shares(shares *to, const interval *s, const problem *p) {
    EACH_SPLIT_AXIS(PUT_PIECES_OF_AXIS)
}
