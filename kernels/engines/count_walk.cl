// count_walk: counts all elements of a walk.
static FETCH_INLINE void count_walk(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    const uint singles = w->singles * w->rows;
    for (uint n = 0; n < singles; n += min(w->items, singles - n)) // the sum could exceed 32 bits
        if (w->item < singles - n) count_nth_single(a, w, n + w->item, p, u IMAGE);
    while (has_loads_in_flight(w)) count_loads_in_flight(a, w, p, u IMAGE);
    if (LOADS_IN_FLIGHT > 1)
        while (has_block(w)) count_next_block(a, w, p, u IMAGE);
}
