// add_cell: adds an element to its cell.
static inline void add_cell(accumulator *a, uint cell, const element *e, uint place, const problem *p, units u) {
    accumulate(a, cell, place, amount_of(e->weight[0], u, 0));
}
