// rank_32: ranks (amount_extreme.cl) of at most 32 bits are one word.
#define RANK_WORDS 1u
#define DEFINE_RANKS(SPACE)                                                                                 \
    static inline void raise_##SPACE(SPACE uint *p, uint apart, ulong n) { *p = max(*p, (uint)n); }         \
    static inline void atomic_raise_##SPACE(SPACE uint *p, uint apart, ulong n) { atomic_max(p, (uint)n); } \
    static inline ulong rank_at_##SPACE(SPACE const uint *p, uint apart) { return *p; }
DEFINE_RANKS(__local)
DEFINE_RANKS(__global)
