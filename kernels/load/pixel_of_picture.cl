// pixel_of_picture: the coordinates of a pixel, in an image of two dimensions.
static inline int2 pixel_of(SAMPLES at, const source *s) { return (int2)((int)(s->x + at.x), (int)(s->y + at.row)); }
