// split_integers: the parts of a sample that is an integer of at most 32 bits.
#define SAMPLE_INFINITY 0
static inline void parts_of_sample(parts *p, SAMPLE x) {
    p->negative = x < 0;
    p->whole = p->negative ? 0u - (uint)x : (uint)x;
    p->exponent = 0;
    p->finite = true;
}
