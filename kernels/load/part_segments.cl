// part_segments: a histogram for each segment. Segments are consecutive, and have equal lengths.
static inline void whole_part(rectangle *r, uint histogram, const geometry *g, __global const ulong *offsets) {
    r->x = histogram * g->part_width;
    r->y = 0;
    r->width = g->part_width;
    r->height = g->height;
}
