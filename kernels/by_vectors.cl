// by_vectors: a block of elements is loaded into vectors, and its elements are counted from there. For GPUs, where a work-item's
// loads are wide and several are in flight.

// The samples of a whole block: its vectors one after the other if channels are interleaved, else one for each axis.
// EACH_ELEMENT(block, DO), written by the host, takes it apart: DO(place, element) for each element, in order. Samples of 8 and 16
// bits are loaded as words, because shifting them out of these costs less than what compilers make of vectors of them.
#if ELEMENTS_A_LOAD == 1
#define LOAD_UNALIGNED(p) (*(p))
#else
#define LOAD_UNALIGNED(p) VLOAD(0, p)
#endif

#if SAMPLE_BITS < 32
#ifdef __ENDIAN_LITTLE__
#define SAMPLE_OF_WORD(word, bits) AS_SAMPLE((UNSIGNED)((word) >> (bits)))
#else
#define SAMPLE_OF_WORD(word, bits) AS_SAMPLE((UNSIGNED)((word) >> (32 - SAMPLE_BITS - (bits))))
#endif
#endif

typedef struct {
    LOAD v0;
#if VECTORS > 1
    LOAD v1;
#endif
#if VECTORS > 2
    LOAD v2;
#endif
#if VECTORS > 3
    LOAD v3;
#endif
#if MASKED
    MASKS mask;
#endif
#if WEIGHTED
    WEIGHTS weight;
#endif
} block;

// Loads a whole block.
static inline void block_at(block *b, const walk *w, const span *s, bool aligned) {
    const SAMPLES at = samples_at(w->samples, &w->g->from, s->row, s->first);
    FETCH_VECTORS(b, at, &w->g->from, aligned)
#if MASKED
    b->mask = LOAD_UNALIGNED(w->mask + s->row * w->g->mask_row + s->first);
#endif
#if WEIGHTED
    b->weight = LOAD_UNALIGNED(w->weights + s->row * w->g->weight_row + s->first);
#endif
}

// Three passes over a whole block: all its bins without a branch, so that they are worked out side by side; the few that this leaves
// unsure; and all are added.
static inline void count_whole_block(accumulator *a, const walk *w, const span *s, const block *b,
                                     __global const KEY *thresholds, units u) {
    const ulong i = index_at(w, s->row, s->first);
    uint bins[ELEMENTS_A_LOAD * AXES];
    bool unsure = false;
#define QUICK_AXIS(axis)                                                                                               \
    own[axis] = QUICK_BIN(axis, e.x[axis], i + at, thresholds);                                                        \
    unsure = unsure | (own[axis] == UNSURE);
#define QUICK_ELEMENT(place, it)                                                                                       \
    {                                                                                                                  \
        const uint at = place;                                                                                         \
        uint *own = bins + place * AXES;                                                                               \
        const element e = it;                                                                                          \
        EACH_AXIS(QUICK_AXIS)                                                                                          \
    }
    EACH_ELEMENT(*b, QUICK_ELEMENT)
#if CAN_BE_UNSURE
#define SETTLE_AXIS(axis)                                                                                              \
    if (own[axis] == UNSURE) own[axis] = BIN(axis, e.x[axis], i + at, thresholds);
#define SETTLE_ELEMENT(place, it)                                                                                      \
    {                                                                                                                  \
        const uint at = place;                                                                                         \
        uint *own = bins + place * AXES;                                                                               \
        const element e = it;                                                                                          \
        EACH_AXIS(SETTLE_AXIS)                                                                                         \
    }
    if (unsure) {
        EACH_ELEMENT(*b, SETTLE_ELEMENT)
    }
#endif
#define ADD_ELEMENT(place, it)                                                                                         \
    {                                                                                                                  \
        const element e = it;                                                                                          \
        add_element(a, bins + place * AXES, &e, place, u);                                                             \
    }
    EACH_ELEMENT(*b, ADD_ELEMENT)
}

static inline void count_block(accumulator *a, const walk *w, const span *s, const block *b, __global const KEY *thresholds,
                               units u) {
    if (is_whole(s)) {
        count_whole_block(a, w, s, b, thresholds, u);
    } else {
        for (uint x = s->first; x < s->last; ++x) count_single(a, w, s->row, x, thresholds, u);
    }
}

static inline void count_next_block(accumulator *a, walk *w, __global const KEY *thresholds, units u) {
    span s;
    block b;
    next_span(&s, w);
    if (is_whole(&s)) block_at(&b, w, &s, s.aligned);
    count_block(a, w, &s, &b, thresholds, u);
    next_block(w);
}

// All loads are begun before the first is waited for.
static inline void count_loads_in_flight(accumulator *a, walk *w, __global const KEY *thresholds, units u) {
#if LOADS_IN_FLIGHT == 1
    count_next_block(a, w, thresholds, u);
#else
    span s[LOADS_IN_FLIGHT];
    block b[LOADS_IN_FLIGHT];
    bool aligned = true;
#pragma unroll
    for (uint n = 0; n < LOADS_IN_FLIGHT; ++n) {
        next_span(&s[n], w);
        aligned = aligned && s[n].aligned;
        next_block(w);
    }
    if (aligned) {
#pragma unroll
        for (uint n = 0; n < LOADS_IN_FLIGHT; ++n)
            if (is_whole(&s[n])) block_at(&b[n], w, &s[n], true);
    } else {
#pragma unroll
        for (uint n = 0; n < LOADS_IN_FLIGHT; ++n)
            if (is_whole(&s[n])) block_at(&b[n], w, &s[n], false);
    }
#pragma unroll
    for (uint n = 0; n < LOADS_IN_FLIGHT; ++n) count_block(a, w, &s[n], &b[n], thresholds, u);
#endif
}
