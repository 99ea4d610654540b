// vectors_aligned: aligned vectors are loaded whole, others sample by sample. One branch for all vectors of a block, so that their
// loads are in flight together.
#define ALIGNED_VECTOR(n) to->v##n = LOAD_ALIGNED(VECTOR_AT(from, of, n, CHANNEL_##n));
#define UNALIGNED_VECTOR(n) to->v##n = AS_LOAD(VLOAD(0, VECTOR_AT(from, of, n, CHANNEL_##n)));
#define FETCH_VECTORS(b, at, s, aligned)                                                                               \
    {                                                                                                                  \
        block *to = (b);                                                                                               \
        const SAMPLES from = (at);                                                                                     \
        const source *of = (s);                                                                                        \
        if (aligned) {                                                                                                 \
            EACH_VECTOR(ALIGNED_VECTOR)                                                                                \
        } else {                                                                                                       \
            EACH_VECTOR(UNALIGNED_VECTOR)                                                                              \
        }                                                                                                              \
    }
