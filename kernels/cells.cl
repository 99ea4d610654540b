// cells: from the bins of an element to its cell in a histogram, and adding it there.
//
// An element falls into one cell of each axis's own histogram, or into one cell of the joint histogram. Squares of weights
// have separate bins, after all others.
#if COUNT_VALUES
#define BIN(axis, x, i, p) value_of(x, VALUE_KEY_##axis, VALUES_##axis)
#define FIND_QUICKLY(axis, bin, x, i, p) (*(bin) = BIN(axis, x, i, p), true)
#else
#define BIN(axis, x, i, p) bin_of_##axis(x, i, p)
#define FIND_QUICKLY(axis, bin, x, i, p) find_quickly_##axis(bin, x, i, p)
#endif
#if WEIGHTED
#define WEIGHT_OF(e) ((e)->weight)
#else
#define WEIGHT_OF(e) 0
#endif

static inline void add_cell(accumulator *a, uint cell, const element *e, uint place, const problem *p, units u) {
    accumulate(a, cell, place, amount_of(WEIGHT_OF(e), u));
#if SQUARES
    accumulate(a, CELLS + cell, place, square_of(WEIGHT_OF(e), u));
#endif
}

static inline bool is_counted(const element *e) {
#if MASKED
    return e->mask != 0;
#else
    return true;
#endif
}

#if JOINT
// The joint cell for the bins on all axes, or NO_BIN if one of them is past the last, or the element is not counted. One choice
// for both: of one inside another LLVM 18 makes what PoCL 6 aborts on, "Instruction Combining did not reach a fixpoint".
static inline uint joint_cell(bool counted, const uint *bins, const problem *p) {
    uint cell = 0;
#define JOIN_AXIS(axis)                                                                                                \
    counted = counted & (bins[axis] < EXTENT_##axis);                                                                  \
    cell = cell * EXTENT_##axis + bins[axis];
    EACH_AXIS(JOIN_AXIS)
    return counted ? cell : NO_BIN;
}
#endif

// A variant with a SPARE_BIN gets all elements: bins past the last become the spare one, by SETTLED() as soon as they are found.
// Those that a line finds quickly are in range, if they are sure.
#if defined(SPARE_BIN) && !JOINT
#define SETTLED(axis, bin) min(bin, SPARE_BIN - FIRST_COUNTED_##axis)
#else
#define SETTLED(axis, bin) (bin)
#endif
#define SETTLED_QUICKLY(axis, bin) (LINE_##axis ? (bin) : SETTLED(axis, bin))

// Adds an element, given its bins on the axes, which are SETTLED.
#ifdef SPARE_BIN
static inline void add_element(accumulator *a, const uint *bins, const element *e, uint place, const problem *p, units u) {
    const bool counted = is_counted(e);
#if JOINT
    add_cell(a, min(joint_cell(counted, bins, p), SPARE_BIN), e, place, p, u);
#else
#define ADD_AXIS(axis)                                                                                                 \
    add_cell(a, FIRST_COUNTED_##axis + (counted ? bins[axis] : SPARE_BIN - FIRST_COUNTED_##axis), e, place, p, u);
    EACH_AXIS(ADD_AXIS)
#endif
}
#else
static inline void add_element(accumulator *a, const uint *bins, const element *e, uint place, const problem *p, units u) {
    if (!is_counted(e)) return;
#if JOINT
    const uint cell = joint_cell(true, bins, p);
    if (cell != NO_BIN) add_cell(a, cell, e, place, p, u);
#else
#define ADD_AXIS(axis)                                                                                                 \
    if (bins[axis] < COUNTED_##axis) add_cell(a, FIRST_COUNTED_##axis + bins[axis], e, place, p, u);
    EACH_AXIS(ADD_AXIS)
#endif
}
#endif

static inline void count_single(accumulator *a, const walk *w, uint row, uint x, const problem *p, units u IMAGE_PARAMETER) {
    element e;
    element_at(&e, w, row, x IMAGE);
    const ulong i = index_at(w, row, x);
    uint bins[AXES];
#define BIN_SINGLE(axis) bins[axis] = SETTLED(axis, BIN(axis, e.x[axis], i, p));
    EACH_AXIS(BIN_SINGLE)
    add_element(a, bins, &e, 0, p, u);
#ifdef SETTLES_BLOCKS
    settle(a, 1);
#endif
}
