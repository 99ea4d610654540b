// split_floats: the parts of a sample that is a float.
#define SAMPLE_INFINITY (1UL << SAMPLE_MANTISSA) // `whole` of an infinity
static inline void parts_of_sample(parts *p, SAMPLE x) {
    parts_of(p, (ulong)AS_KEY(x), SAMPLE_MANTISSA, SAMPLE_BIAS, SAMPLE_BITS);
}
