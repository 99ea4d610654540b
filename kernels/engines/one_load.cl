// one_load: count_blocks counts all remaining blocks of a work-item; count_step counts the next one. This file is used
// for blocks that are counted by loops, and if LOADS_IN_FLIGHT is 1.
static FETCH_INLINE void count_blocks(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    while (has_block(w)) count_next_block(a, w, p, u IMAGE);
}

static FETCH_INLINE void count_step(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    if (has_block(w)) count_next_block(a, w, p, u IMAGE);
}
