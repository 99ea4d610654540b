// by_loops: loops count a block of elements where it lies in memory. In loops_find.cl, the first loop finds the cells
// without branches, so that compilers for CPUs vectorize it; the second loop resolves the few ambiguous cells; then the
// cells are counted. In loops_in_place.cl, the samples are the cells, so they are only counted. Without ROWS, a block
// that is not full is counted one element at a time. For CPUs.
static inline ALWAYS_INLINE WIDE_VECTORS void
count_next_block(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    READ_CONSTANTS
    span s;
    next_span(&s, w);
    origin o;
    origin_at(&o, w, s.row, s.first);
    fetch_ahead(&o, w);
    const ulong first = index_at(w, s.row, s.first);
    if (s.last - s.first == ELEMENTS_PER_LOAD) { // the usual case; loops of a known length compile to better code
        count_elements(a, &o, w, ELEMENTS_PER_LOAD, first, p, u IMAGE);
    } else if (ROWS) {
        count_elements(a, &o, w, s.last - s.first, first, p, u IMAGE);
    } else {
        for (uint x = s.first; x < s.last; ++x) count_single(a, w, s.row, x, p, u IMAGE);
    }
    next_block(w);
}
