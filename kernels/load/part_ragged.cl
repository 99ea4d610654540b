// part_ragged: a histogram for each segment; segments of any length begin at `offsets`.
static inline void whole_part(rectangle *r, uint histogram, const geometry *g, __global const ulong *offsets) {
    r->x = offsets[histogram];
    r->y = 0;
    r->width = offsets[histogram + 1] - r->x;
    r->height = g->height;
}
