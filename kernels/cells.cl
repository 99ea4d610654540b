// cells: from the bins of an element to its cell in a histogram, and adding it there.
//
// An element falls into one cell of each axis's own histogram, or into one cell of the joint histogram. Squares of weights
// have separate bins, after all others.
static inline void add_cell(accumulator *a, uint cell, const element *e, uint place, const problem *p, units u) {
    accumulate(a, cell, place, amount_of(e->weight, u));
    if (SQUARES) accumulate(a, CELLS + cell, place, square_of(e->weight, u));
}

static inline bool is_counted(const element *e) { return !MASKED || e->mask != 0; }
