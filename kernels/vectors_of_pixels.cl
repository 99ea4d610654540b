// vectors_of_pixels: a block is one pixel; a vector is the sample of an axis.
#define STORE_SAMPLE(axis) to->v##axis = x[axis];
#define FETCH_VECTORS(b, at, s, aligned)                                                                               \
    {                                                                                                                  \
        block *to = (b);                                                                                               \
        SAMPLE x[AXES];                                                                                                \
        fetch(x, at, s IMAGE);                                                                                         \
        EACH_AXIS(STORE_SAMPLE)                                                                                        \
    }
