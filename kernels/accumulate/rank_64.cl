// rank_64: ranks (amount_extreme.cl) of f64 weights have 64 bits. Their two words are adjacent (`apart` is 1), and are
// raised by atom_cmpxchg, because cl_khr_int64_base_atomics has no maximum. The first exchange expects that there is no
// rank yet. Usually it finds a rank that is at least as high, and nothing is left to do.
#define RANK_WORDS 2u
#define DEFINE_RANKS(SPACE)                                                       \
    static inline void raise_##SPACE(SPACE uint *p, uint apart, ulong n) {        \
        SPACE ulong *rank = (SPACE ulong *)p;                                     \
        *rank = max(*rank, n);                                                    \
    }                                                                             \
    static inline void atomic_raise_##SPACE(SPACE uint *p, uint apart, ulong n) { \
        volatile SPACE ulong *rank = (volatile SPACE ulong *)p;                   \
        ulong found = 0, supposed = 0;                                            \
        do {                                                                      \
            supposed = found;                                                     \
            found = atom_cmpxchg(rank, supposed, n);                              \
        } while (found != supposed && found < n);                                 \
    }                                                                             \
    static inline ulong rank_at_##SPACE(SPACE const uint *p, uint apart) { return *(SPACE const ulong *)p; }
DEFINE_RANKS(__local)
DEFINE_RANKS(__global)
