// vectors_of_arrays: each axis has a vector of its stored samples; EACH_ELEMENT converts what it unpacks.
#define UNALIGNED_VECTOR(axis) to->v##axis = AS_LOAD_##axis(VLOAD(0, AXIS_SAMPLES(from, of, axis)));
#define ALIGNED_VECTOR(axis) to->v##axis = *(__global const LOAD_##axis *)AXIS_SAMPLES(from, of, axis);
#define FETCH_VECTORS(b, at, s, aligned)                                                                               \
    {                                                                                                                  \
        block *to = (b);                                                                                               \
        const SAMPLES from = (at);                                                                                     \
        const source *of = (s);                                                                                        \
        if (aligned) {                                                                                                 \
            EACH_AXIS(ALIGNED_VECTOR)                                                                                  \
        } else {                                                                                                       \
            EACH_AXIS(UNALIGNED_VECTOR)                                                                                \
        }                                                                                                              \
    }
#ifdef __ENDIAN_LITTLE__
#define STORED_OF_WORD(axis, word, bits) AS_STORED_##axis((UNSIGNED_##axis)((word) >> (bits)))
#else
#define STORED_OF_WORD(axis, word, bits) AS_STORED_##axis((UNSIGNED_##axis)((word) >> (32 - 8 * sizeof(STORED_##axis) - (bits))))
#endif
