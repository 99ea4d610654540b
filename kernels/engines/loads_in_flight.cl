// loads_in_flight: count_blocks counts the blocks that a work-item has left, and count_step the next LOADS_IN_FLIGHT:
// all of these are loaded before the first is counted. If fewer are left, they are counted one by one.
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

static FETCH_INLINE void count_blocks(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    while (has_loads_in_flight(w)) count_loads_in_flight(a, w, p, u IMAGE);
    while (has_block(w)) count_next_block(a, w, p, u IMAGE);
}

static FETCH_INLINE void count_step(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    if (has_loads_in_flight(w))
        count_loads_in_flight(a, w, p, u IMAGE);
    else
        for (uint n = 0; n < LOADS_IN_FLIGHT && has_block(w); ++n) count_next_block(a, w, p, u IMAGE);
}
