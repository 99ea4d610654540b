// add_cell: adds an element to its cell.
static inline void add_cell(accumulator *a, uint cell, const element *e, uint place, const problem *p, units u) {
    accumulate_weight(a, cell, place, e->weight[0], u, 0);
}
