// accumulate_amount: adds a weight of vector v to a counter, as an amount.
static inline void accumulate_weight(accumulator *a, uint counter, uint place, WEIGHT weight, units u, uint v) {
    accumulate(a, counter, place, amount_of(weight, u, v));
}
