// rows_by_vectors: elements of a row that are not in a whole block are single elements. `others` is the greatest number
// of elements that must be single in any row: those before its first block and, with GAPS, the last.
static inline void divide_rows(walk *w) {
    const uint others = (!ROWS || rows_are_alike(&w->g->from) ? w->head : ELEMENTS_PER_LOAD - 1) + GAPS;
    w->blocks = (w->width - min(w->width, others)) / ELEMENTS_PER_LOAD;
    w->singles = w->width - w->blocks * ELEMENTS_PER_LOAD;
}

static inline void next_span(span *s, const walk *w) { begin_span(s, w); }
