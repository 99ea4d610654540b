// add_cell_and_square: adds an element to its cell, and the square of its weight to that cell's bin of squares. These
// bins follow all others.
static inline void add_cell(accumulator *a, uint cell, const element *e, uint place, const problem *p, units u) {
    accumulate(a, cell, place, amount_of(e->weight, u));
    accumulate(a, CELLS + cell, place, square_of(e->weight, u));
}
