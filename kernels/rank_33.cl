// rank_33: ranks (amount_extreme.cl) of 32-bit integers, from 0 to 2^32, are two words, because every device has 32-bit
// atomics. p[0] is the highest rank minus 1. p[apart] is 1 if a rank was 1, which p[0] cannot distinguish from no rank.
#define DEFINE_RANKS(SPACE, ADD, ATOMIC_ADD, READ)                       \
    static inline void ADD(SPACE uint *p, uint apart, amount n) {        \
        if (n > 1)                                                       \
            *p = max(*p, (uint)(n - 1));                                 \
        else if (n == 1)                                                 \
            p[apart] = 1;                                                \
    }                                                                    \
    static inline void ATOMIC_ADD(SPACE uint *p, uint apart, amount n) { \
        if (n > 1)                                                       \
            atomic_max(p, (uint)(n - 1));                                \
        else if (n == 1)                                                 \
            atomic_or(p + apart, 1u);                                    \
    }                                                                    \
    static inline amount READ(SPACE const uint *p, uint apart) { return *p != 0 ? *p + 1UL : p[apart]; }
DEFINE_RANKS(__local, add_local, atomic_add_local, read_local)
DEFINE_RANKS(__global, add_global, atomic_add_global, read_global)
