// split_integers: the parts of a sample that is an integer.
#define SAMPLE_INFINITY 0
static inline void parts_of_sample(parts *p, SAMPLE x) {
    const long value = (long)x;
    p->whole = value < 0 ? 0 - (ulong)value : (ulong)value;
    p->exponent = 0;
    p->negative = value < 0;
    p->finite = true;
}
