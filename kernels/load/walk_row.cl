// walk_row: a part is one row.

static inline void set_next(walk *w, uint block) { w->next = block; }
static inline void set_stride(walk *w, uint stride) { w->stride = stride; }
static inline void step_block(const walk *w, uint *row, uint *column) {}
static inline void next_block(walk *w) { w->next += min(w->stride, w->end - w->next); } // next + stride can overflow

static inline void begin_span(span *s, const walk *w) {
    s->row = 0;
    s->first = w->head + w->next * ELEMENTS_PER_LOAD;
    s->aligned = w->aligned;
}

// Finds the n-th single element; those before the blocks come first. Sets its row and returns its x.
static inline uint single_element(const walk *w, uint n, uint *row) {
    *row = 0;
    return n < w->head ? n : n + w->blocks * ELEMENTS_PER_LOAD;
}
