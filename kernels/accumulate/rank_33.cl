// rank_33: ranks (amount_extreme.cl) of 32-bit integers, from 0 to 2^32, have two words, because not every device has
// 64-bit atomics. p[0] is the highest rank minus 1. p[apart] is 1 if a rank was 1, which p[0] cannot distinguish from
// no rank.
#define RANK_WORDS 2u
#define DEFINE_RANKS(SPACE)                                                       \
    static inline void raise_##SPACE(SPACE uint *p, uint apart, ulong n) {        \
        if (n > 1)                                                                \
            *p = max(*p, (uint)(n - 1));                                          \
        else if (n == 1)                                                          \
            p[apart] = 1;                                                         \
    }                                                                             \
    static inline void atomic_raise_##SPACE(SPACE uint *p, uint apart, ulong n) { \
        if (n > 1)                                                                \
            atomic_max(p, (uint)(n - 1));                                         \
        else if (n == 1)                                                          \
            atomic_or(p + apart, 1u);                                             \
    }                                                                             \
    static inline ulong rank_at_##SPACE(SPACE const uint *p, uint apart) { return *p != 0 ? *p + 1UL : p[apart]; }
DEFINE_RANKS(__local)
DEFINE_RANKS(__global)
