// loads_in_flight: the next LOADS_IN_FLIGHT blocks of a work-item, all loaded before the first is counted.
static FETCH_INLINE void count_loads_in_flight(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    span s[LOADS_IN_FLIGHT];
    block b[LOADS_IN_FLIGHT];
    bool aligned = true;
    UNROLLED for (uint n = 0; n < LOADS_IN_FLIGHT; ++n) {
        next_span(&s[n], w);
        aligned = aligned && s[n].aligned;
        next_block(w);
    }
    if (aligned) {
        UNROLLED for (uint n = 0; n < LOADS_IN_FLIGHT; ++n) block_at(&b[n], w, &s[n], true IMAGE);
    } else {
        UNROLLED for (uint n = 0; n < LOADS_IN_FLIGHT; ++n) block_at(&b[n], w, &s[n], false IMAGE);
    }
    UNROLLED for (uint n = 0; n < LOADS_IN_FLIGHT; ++n) count_block(a, w, &s[n], &b[n], p, u);
}
