// count_single: counts one element that is not in a block.

// The bin that find_quickly() finds on a line is in range, unless it is ambiguous.
#define QUICK_BIN_OR_SPARE(axis, bin) (LINE_##axis ? (bin) : BIN_OR_SPARE(axis, bin))

#define BIN_SINGLE(axis) bins[axis] = BIN_OR_SPARE(axis, BIN(axis, e.x[axis], i, p));
static FETCH_INLINE void
count_single(accumulator *a, const walk *w, uint row, uint x, const problem *p, units u IMAGE_PARAMETER) {
    element e;
    element_at(&e, w, row, x IMAGE);
    const ulong i = index_at(w, row, x);
    uint bins[AXES];
    EACH_AXIS(BIN_SINGLE)
    add_element(a, bins, &e, 0, p, u);
    FINISH_BLOCK(a, 1)
}

static FETCH_INLINE void
count_nth_single(accumulator *a, const walk *w, uint n, const problem *p, units u IMAGE_PARAMETER) {
    uint row;
    const uint x = single_element(w, n, &row);
    count_single(a, w, row, x, p, u IMAGE);
}
