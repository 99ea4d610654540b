// part_ragged: a histogram for each segment. Segments have any length; segment i begins at offsets[i].
static inline void whole_part(rectangle *r, uint histogram, const geometry *g, __global const ulong *offsets) {
    r->x = offsets[histogram];
    r->y = 0;
    r->width = offsets[histogram + 1] - r->x;
    r->height = g->height;
}
