// add_cell_to_extremes: adds an element to its cell in the extremes of all vectors of weights.
#define ADD_WEIGHT(v) accumulate(a, COUNTER_OF(v, cell), place, amount_of(e->weight[v], u, v));
static inline void add_cell(accumulator *a, uint cell, const element *e, uint place, const problem *p, units u) {
    EACH_WEIGHT(ADD_WEIGHT)
}
