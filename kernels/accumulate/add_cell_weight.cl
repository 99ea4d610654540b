// add_cell_weight: adds an element to its cell, with its weight rather than the amount.
static inline void add_cell(accumulator *a, uint cell, const element *e, uint place, const problem *p, units u) {
    accumulate(a, cell, e->weight[0], u);
}
