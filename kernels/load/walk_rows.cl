// walk_rows: a part has several rows. Blocks are numbered consecutively across all rows.

static inline void set_next(walk *w, uint block) {
    const uint divisor = max(w->blocks, 1u);
    w->next = block;
    w->row = w->next / divisor;
    w->column = w->next - w->row * divisor;
}

static inline void set_stride(walk *w, uint stride) {
    const uint divisor = max(w->blocks, 1u);
    w->stride = stride;
    w->row_stride = w->stride / divisor;
    w->column_stride = w->stride - w->row_stride * divisor;
}

static inline void step_block(const walk *w, uint *row, uint *column) {
    *row += w->row_stride;
    *column += w->column_stride;
    if (*column >= w->blocks) {
        *column -= w->blocks;
        ++*row;
    }
}

static inline void next_block(walk *w) {
    w->next += min(w->stride, w->end - w->next); // next + stride can overflow
    step_block(w, &w->row, &w->column);
}

static inline void begin_span(span *s, const walk *w) {
    s->row = w->row;
    s->first = head_of(row_at(w, w->row), &w->g->from, &s->aligned) + w->column * ELEMENTS_PER_LOAD;
}

// Finds the n-th single element; in each row, those before the blocks come first. Sets its row and returns its x.
static inline uint single_element(const walk *w, uint n, uint *row) {
    *row = n / w->singles;
    n -= *row * w->singles;
    bool aligned;
    const uint head = head_of(row_at(w, *row), &w->g->from, &aligned);
    return n < head ? n : n + w->blocks * ELEMENTS_PER_LOAD;
}
