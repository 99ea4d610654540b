// count_walk: counts all elements of a walk.
static FETCH_INLINE void count_walk(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    const uint singles = w->singles * w->rows;
    for (uint n = 0; n < singles; n += min(w->items, singles - n)) // n + w->items could exceed 32 bits
        if (w->item < singles - n) count_nth_single(a, w, n + w->item, p, u IMAGE);
    count_blocks(a, w, p, u IMAGE);
}
