// one_load: count_blocks counts the blocks that a work-item has left, and count_step the next one, by loops, or where
// LOADS_IN_FLIGHT is 1.
static FETCH_INLINE void count_blocks(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    while (has_block(w)) count_next_block(a, w, p, u IMAGE);
}

static FETCH_INLINE void count_step(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    if (has_block(w)) count_next_block(a, w, p, u IMAGE);
}
