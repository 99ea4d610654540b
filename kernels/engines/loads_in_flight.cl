// loads_in_flight: count_blocks counts all remaining blocks of a work-item; count_step counts the next LOADS_IN_FLIGHT
// blocks. Both load LOADS_IN_FLIGHT blocks before they count the first of them. If fewer remain, these are loaded and
// counted one by one.

// While w->next is below the result, at least LOADS_IN_FLIGHT blocks remain.
static inline uint end_of_loads(const walk *w) {
    // Signed arithmetic, because an unsigned difference clamped at 0 becomes an intrinsic that Oclgrind lacks.
    return (uint)max((long)w->end - (long)((LOADS_IN_FLIGHT - 1) * (ulong)w->stride), (long)0);
}

static FETCH_INLINE void count_loads_in_flight(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    span s[LOADS_IN_FLIGHT];
    block b[LOADS_IN_FLIGHT];
    bool aligned = true;
    UNROLLED for (uint n = 0; n < LOADS_IN_FLIGHT; ++n) {
        next_span(&s[n], w);
        aligned = aligned && s[n].aligned;
        next_block(w);
    }
    // Before the branches, because PoCL 6 crashes if both load the same masks (docs/notes/faults.md).
    UNROLLED for (uint n = 0; n < LOADS_IN_FLIGHT; ++n) load_mask_and_weights(&b[n], w, &s[n]);
    if (aligned) {
        UNROLLED for (uint n = 0; n < LOADS_IN_FLIGHT; ++n) load_samples(&b[n], w, &s[n], true IMAGE);
    } else {
        UNROLLED for (uint n = 0; n < LOADS_IN_FLIGHT; ++n) load_samples(&b[n], w, &s[n], false IMAGE);
    }
    UNROLLED for (uint n = 0; n < LOADS_IN_FLIGHT; ++n) count_block(a, w, &s[n], &b[n], p, u);
}

static FETCH_INLINE void count_blocks(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    const uint end = end_of_loads(w);
    while (w->next < end) count_loads_in_flight(a, w, p, u IMAGE);
    while (has_block(w)) count_next_block(a, w, p, u IMAGE);
}

static FETCH_INLINE void count_step(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    if (w->next < end_of_loads(w))
        count_loads_in_flight(a, w, p, u IMAGE);
    else
        for (uint n = 0; n < LOADS_IN_FLIGHT && has_block(w); ++n) count_next_block(a, w, p, u IMAGE);
}
