// count_step: counts the next LOADS_IN_FLIGHT blocks of a work-item; if fewer are left, one by one.
static FETCH_INLINE void count_step(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    if (has_loads_in_flight(w))
        count_loads_in_flight(a, w, p, u IMAGE);
    else if (LOADS_IN_FLIGHT > 1)
        for (uint n = 0; n < LOADS_IN_FLIGHT && has_block(w); ++n) count_next_block(a, w, p, u IMAGE);
}
