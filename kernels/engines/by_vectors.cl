// by_vectors: a block of elements is loaded into vectors, and its elements are counted from registers. For GPUs, where
// a work-item's loads are wide and several are in flight.

static FETCH_INLINE void load_samples(block *b, const walk *w, const span *s, bool aligned IMAGE_PARAMETER) {
    const SAMPLES at = samples_at(w->samples, &w->g->from, s->row, s->first);
    load_vectors(b, at, &w->g->from, aligned IMAGE);
}

static inline void load_mask_and_weights(block *b, const walk *w, const span *s) {
    b->mask = MASKED ? LOAD_UNALIGNED(w->mask + s->row * w->g->mask_row + s->first) : (MASKS)1;
    EACH_WEIGHT(WEIGHTS_OF_BLOCK)
}

#define QUICK_AXIS(axis)                                                        \
    resolved = resolved & FIND_QUICKLY(axis, &own[axis], e.x[axis], i + at, p); \
    own[axis] = QUICK_BIN_OR_SPARE(axis, own[axis]);
#define QUICK_ELEMENT(place, it)         \
    {                                    \
        const uint at = place;           \
        uint *own = bins + place * AXES; \
        const element e = it;            \
        EACH_AXIS(QUICK_AXIS)            \
    }
#define RESOLVE_AXIS(axis) own[axis] = BIN_OR_SPARE(axis, BIN(axis, e.x[axis], i + at, p));
#define RESOLVE_ELEMENT(place, it)       \
    {                                    \
        const uint at = place;           \
        uint *own = bins + place * AXES; \
        const element e = it;            \
        EACH_AXIS(RESOLVE_AXIS)          \
    }
#define ADD_ELEMENT(place, it)                                \
    {                                                         \
        const element e = it;                                 \
        add_element(a, bins + place * AXES, &e, place, p, u); \
    }

// Three passes over a block: find all bins without branches, so that the compiler can interleave the searches; find
// them again with branches if one is ambiguous; count them.
static FETCH_INLINE void
count_block(accumulator *a, const walk *w, const span *s, const block *b, const problem *p, units u) {
    const ulong i = index_at(w, s->row, s->first);
    uint bins[ELEMENTS_PER_LOAD * AXES];
    bool resolved = true;
    EACH_ELEMENT(*b, QUICK_ELEMENT)
    RESOLVE_AMBIGUOUS
    EACH_ELEMENT(*b, ADD_ELEMENT)
    FINISH_BLOCK(a, ELEMENTS_PER_LOAD)
}

static FETCH_INLINE void count_next_block(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    span s;
    block b;
    next_span(&s, w);
    load_samples(&b, w, &s, s.aligned IMAGE);
    load_mask_and_weights(&b, w, &s);
    count_block(a, w, &s, &b, p, u);
    next_block(w);
}
