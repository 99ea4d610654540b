// loops_origin: access to the elements of a block by their distance from its first element.

// The addresses of an element's samples, mask byte and weights.
typedef struct {
    SAMPLES samples;
    __global const uchar *mask;
    __global const WEIGHT *weights[VECTORS];
} origin;

static inline ALWAYS_INLINE void origin_at(origin *o, const walk *w, uint row, uint x) {
    o->samples = samples_at(w->samples, &w->g->from, row, x);
    o->mask = MASKED ? w->mask + row * w->g->mask_row + x : w->mask;
    EACH_WEIGHT(WEIGHTS_AT)
}

// The element n places after the origin, in its row.
static FETCH_INLINE void element_after(element *e, const origin *o, const walk *w, uint n IMAGE_PARAMETER) {
    fetch(e->x, samples_at(o->samples, &w->g->from, 0, n), &w->g->from IMAGE);
    e->mask = MASKED ? o->mask[n] : 1;
    EACH_WEIGHT(WEIGHT_AFTER)
}
