// split_joint: puts the shares of an element in cells of the joint histogram. The share of a joint cell is the product
// of the shares of its cells on all axes.
#define JOIN_PIECE(axis)                                    \
    {                                                       \
        const uint own = cell_of(&s[axis], own##axis.cell); \
        counted = counted & (own != NO_BIN);                \
        cell = cell * EXTENT_##axis + own;                  \
        share *= own##axis.share;                           \
    }
static inline ALWAYS_INLINE void put_shares(shares *to, const interval *s, const problem *p) {
    EACH_SPLIT_AXIS(EACH_PIECE) {
        uint cell = 0;
        bool counted = true;
        ulong share = 1;
        EACH_SPLIT_AXIS(JOIN_PIECE)
        if (counted && share != 0) put_share(to, cell, share, p);
    }
}
