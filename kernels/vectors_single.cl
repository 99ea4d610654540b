// vectors_single: a vector of a block is one sample.
#define FETCH_VECTOR(n) to->v##n = *VECTOR_AT(from, of, n, CHANNEL_##n);
#define FETCH_VECTORS(b, at, s, aligned)                                                                               \
    {                                                                                                                  \
        block *to = (b);                                                                                               \
        const SAMPLES from = (at);                                                                                     \
        const source *of = (s);                                                                                        \
        EACH_VECTOR(FETCH_VECTOR)                                                                                      \
    }
