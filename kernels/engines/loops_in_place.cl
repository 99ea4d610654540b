// loops_in_place: counts a block whose samples are their own cells, so that no array of cells is needed.
static inline ALWAYS_INLINE void count_elements(accumulator *a, const origin *o, const walk *w, uint n, ulong first,
                                                const problem *p, units u IMAGE_PARAMETER) {
    const SAMPLES samples = AXIS_SAMPLES(o->samples, &w->g->from, 0);
    add_block(a, (__global const CELL *)samples, n, p);
}
