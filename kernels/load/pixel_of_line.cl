// pixel_of_line: the coordinates of a pixel, in an image of one dimension.
static inline int pixel_of(SAMPLES at, const source *s) { return (int)(s->x + at.x); }
