// loops_prefetch: prefetches the cache lines of a later block. A CPU's hardware does not prefetch the first lines of
// each page; without this file, counting bytes would take about 40 % more time (docs/notes/pocl.md).
#define BYTES_AHEAD 2048
#define FETCH(begin, step, type) PREFETCH((size_t)(begin) + beyond, n * (step) * (uint)sizeof(type))
#define FETCH_AXIS(axis) \
    FETCH(AXIS_SAMPLES(o->samples, &w->g->from, axis), (uint)AXIS_STRIDE(&w->g->from, axis), AXIS_TYPE(axis))
// Prefetches n elements, the first of which lies `beyond` bytes after the origin.
static inline ALWAYS_INLINE void fetch_elements(const origin *o, const walk *w, size_t beyond, uint n) {
    EACH_AXIS_APART(FETCH_AXIS)
    if (MASKED) FETCH(o->mask, 1, uchar)
    EACH_WEIGHT(FETCH_WEIGHTS)
}

static inline ALWAYS_INLINE void fetch_ahead(const origin *o, const walk *w) {
    if (!ROWS) {
        fetch_elements(o, w, BYTES_AHEAD, ELEMENTS_PER_LOAD);
        return;
    }
    // With rows, the block that is `blocks` steps ahead is located, so that the memory between rows is not prefetched.
    const uint bytes = ELEMENTS_PER_LOAD * (uint)AXIS_STRIDE(&w->g->from, 0) * (uint)sizeof(AXIS_TYPE(0)),
               blocks = (BYTES_AHEAD + bytes - 1) / bytes;
    if ((w->end - w->next - 1) / blocks < w->stride) return; // no such block remains
    uint row = w->row, column = w->column;
    for (uint n = 0; n < blocks; ++n) step_block(w, &row, &column);
    origin next;
    origin_at(&next, w, row, column * ELEMENTS_PER_LOAD);
    fetch_elements(&next, w, 0, min(w->width - column * ELEMENTS_PER_LOAD, ELEMENTS_PER_LOAD));
}
