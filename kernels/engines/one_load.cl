// one_load: the next block of a work-item, by loops, or where LOADS_IN_FLIGHT is 1.
static FETCH_INLINE void count_loads_in_flight(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    count_next_block(a, w, p, u IMAGE);
}
