// rows_by_loops: all elements of a row are in blocks. The last block may be shorter.
static inline void divide_rows(walk *w) {
    w->blocks = (w->width + ELEMENTS_PER_LOAD - 1) / ELEMENTS_PER_LOAD;
    w->singles = 0;
}

static inline void next_span(span *s, const walk *w) {
    begin_span(s, w);
    s->last = min(w->width, s->first + ELEMENTS_PER_LOAD);
}
