// vectors_of_pixels: a block is one pixel, and a vector is one sample of an axis.
#define STORE_SAMPLE(axis) to->v##axis = x[axis];
static FETCH_INLINE void load_vectors(block *to, SAMPLES from, const source *of, bool aligned IMAGE_PARAMETER) {
    SAMPLE x[AXES];
    fetch(x, from, of IMAGE);
    EACH_AXIS(STORE_SAMPLE)
}
