// words: sums of several 32-bit words, because not every device has atomics for wider ones. The words of a sum are at
// p, p + apart …, least significant first. The words of an amount are added one by one. An atomic addition returns the
// old value, which shows whether the addition wraps the word; if so, 1 is carried into the next word. After all
// additions, in any order, the words hold the exact total.

#define PLAIN_OPERATIONS(SPACE)                                   \
    static inline uint plain_add_##SPACE(SPACE uint *p, uint n) { \
        const uint old = *p;                                      \
        *p = old + n;                                             \
        return old;                                               \
    }                                                             \
    static inline uint plain_or_##SPACE(SPACE uint *p, uint bits) { return *p |= bits; }
PLAIN_OPERATIONS(__local)
PLAIN_OPERATIONS(__global)

DEFINE_ADD(add_local, __local, plain_add___local, plain_or___local, raise___local)
DEFINE_ADD(add_global, __global, plain_add___global, plain_or___global, raise___global)
DEFINE_ADD(atomic_add_local, __local, atomic_add, atomic_or, atomic_raise___local)
DEFINE_ADD(atomic_add_global, __global, atomic_add, atomic_or, atomic_raise___global)
DEFINE_READ(read_local, __local)
DEFINE_READ(read_global, __global)
