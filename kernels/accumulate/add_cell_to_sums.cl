// add_cell_to_sums: adds an element to several sums of its cell. These are the count of elements if COUNTS, the sums or
// extremes of all vectors of weights, and the sums of squares if the problem has them.
#define ADD_WEIGHT(v) accumulate_weight(a, COUNTER_OF(COUNTS + v, cell), place, e->weight[v], u, v);
#define ADD_SQUARE(v) accumulate(a, COUNTER_OF(COUNTS + VECTORS + v, cell), place, square_of(e->weight[v], u, v));
static inline void add_cell(accumulator *a, uint cell, const element *e, uint place, const problem *p, units u) {
    if (COUNTS) accumulate(a, COUNTER_OF(0, cell), place, one_element());
    EACH_WEIGHT(ADD_WEIGHT)
    EACH_SQUARE(ADD_SQUARE)
}
