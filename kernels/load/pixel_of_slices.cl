// pixel_of_slices: the coordinates of a pixel, in an image3d or an array of images.
static inline int4 pixel_of(SAMPLES at, const source *s) {
    const uint slice = at.row / s->rows;
    return (int4)((int)(s->x + at.x), (int)(s->y + at.row - slice * s->rows), (int)(s->z + slice), 0);
}
