// add_cell_weight: adds an element to its cell. accumulate() gets the element's weight, not an amount.
static inline void add_cell(accumulator *a, uint cell, const element *e, uint place, const problem *p, units u) {
    accumulate(a, cell, e->weight[0], u);
}
