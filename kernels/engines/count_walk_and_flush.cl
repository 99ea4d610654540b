// count_walk_and_flush: counts all elements of a walk. Before a work-item counts more than ELEMENTS_BEFORE_FLUSH
// elements, all work-items of the group call flush() together.
#define FLUSH_BEFORE(elements)                            \
    if (unflushed + (elements) > ELEMENTS_BEFORE_FLUSH) { \
        flush(a);                                         \
        unflushed = 0;                                    \
    }                                                     \
    unflushed += (elements);

// Always inlined, because Mesa 25.0 crashes if a function that executes a barrier is not inlined.
static inline ALWAYS_INLINE void count_walk(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    uint unflushed = 0;
    const uint singles = w->singles * w->rows;
    for (uint n = 0; n < singles; n += min(w->items, singles - n)) { // n + w->items could exceed 32 bits
        FLUSH_BEFORE(1)
        if (w->item < singles - n) count_nth_single(a, w, n + w->item, p, u IMAGE);
    }
    for (uint step = 0; step < w->steps; step += LOADS_IN_FLIGHT) {
        FLUSH_BEFORE(LOADS_IN_FLIGHT * ELEMENTS_PER_LOAD)
        count_step(a, w, p, u IMAGE);
    }
}
