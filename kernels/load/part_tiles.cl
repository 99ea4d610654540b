// part_tiles: a histogram for each tile of an image. With SLICES, each slice has its own tiles, and its rows follow
// those of the previous slice.
static inline void whole_part(rectangle *r, uint histogram, const geometry *g, __global const ulong *offsets) {
    ulong down = histogram / g->parts_across, top = 0, end = g->height;
    r->x = (histogram - down * g->parts_across) * g->part_width;
    if (SLICES) {
        const ulong rows = rows_of_slice(&g->from), parts_down = (rows - 1) / g->part_height + 1;
        const ulong slice = down / parts_down;
        down -= slice * parts_down;
        top = slice * rows;
        end = top + rows;
    }
    r->y = top + down * g->part_height;
    r->width = min(g->part_width, g->width - r->x);
    r->height = min(g->part_height, end - r->y);
}
