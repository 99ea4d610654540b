// counter: the amount that an element adds, and adding it to a counter, private or the caller's.
//
// A counter is WORDS 32-bit words, because every device has atomics for those:
//
//     1   a count: private counts, merged into the caller's 32- or 64-bit counters
//     2   a sum of integer weights, modulo 2^64, low word first
//     4   a sum of float weights: 96 bits of fixed point in two's complement (see weigh.cl), low word first, and flags
//
// Words are added one by one. An atomic returns the old value, so each addition that wraps a word sees it and
// carries; after all of them the words hold the exact total, whatever the order.

// For CPUs: an 8-bit counter seldom wraps, and loops over whole blocks need a constant trip count.
#ifdef __clang__
#define SELDOM(condition) __builtin_expect(condition, 0)
#define ALWAYS_INLINE __attribute__((always_inline))
#else
#define SELDOM(condition) (condition)
#define ALWAYS_INLINE
#endif

#if WORDS == 1
typedef uint amount;
#elif WORDS == 2
typedef ulong amount;
#else
typedef uint4 amount; // three words and the flags
#endif

#define FLAG_NAN 1u
#define FLAG_PLUS_INFINITY 2u
#define FLAG_MINUS_INFINITY 4u
#define FLAG_BEYOND_BOUND 8u

#define PLAIN_OPERATIONS(SPACE)                                                                                        \
    static inline uint plain_add_##SPACE(SPACE uint *p, uint n) {                                                      \
        const uint old = *p;                                                                                           \
        *p = old + n;                                                                                                  \
        return old;                                                                                                    \
    }                                                                                                                  \
    static inline uint plain_or_##SPACE(SPACE uint *p, uint bits) { return *p |= bits; }
PLAIN_OPERATIONS(__local)
PLAIN_OPERATIONS(__global)

// NAME(p, apart, n) adds n to the counter whose words are at p, p + apart …
#if WORDS == 1
#define DEFINE_ADD(NAME, SPACE, ADD, OR)                                                                               \
    static inline void NAME(SPACE uint *p, uint apart, amount n) { ADD(p, n); }
#elif WORDS == 2
#define DEFINE_ADD(NAME, SPACE, ADD, OR)                                                                               \
    static inline void NAME(SPACE uint *p, uint apart, amount n) {                                                     \
        const uint low = (uint)n;                                                                                      \
        uint high = (uint)(n >> 32);                                                                                   \
        if (low != 0 && ADD(p, low) > 0xffffffffu - low) ++high;                                                       \
        if (high != 0) ADD(p + apart, high);                                                                           \
    }
#else
#define DEFINE_ADD(NAME, SPACE, ADD, OR)                                                                               \
    static inline void NAME(SPACE uint *p, uint apart, amount n) {                                                     \
        uint carry = 0, w = n.s0;                                                                                      \
        if (w != 0) carry = ADD(p, w) > 0xffffffffu - w;                                                               \
        w = n.s1 + carry;                                                                                              \
        carry = w < carry; /* then w is 0 */                                                                           \
        if (w != 0) carry = ADD(p + apart, w) > 0xffffffffu - w;                                                       \
        w = n.s2 + carry;                                                                                              \
        if (w != 0) ADD(p + 2 * apart, w);                                                                             \
        if (n.s3 != 0) OR(p + 3 * apart, n.s3);                                                                  \
    }
#endif
DEFINE_ADD(add_local, __local, plain_add___local, plain_or___local)
DEFINE_ADD(add_global, __global, plain_add___global, plain_or___global)
DEFINE_ADD(atomic_add_local, __local, atomic_add, atomic_or)
DEFINE_ADD(atomic_add_global, __global, atomic_add, atomic_or)

// Totals of a work-group, for the merge.
#if WORDS == 4
static inline amount no_amount(void) { return (amount)(0); }
static inline amount sum_of(amount a, amount b) {
    const ulong low = (ulong)a.s0 + b.s0;
    const ulong middle = (ulong)a.s1 + b.s1 + (low >> 32);
    return (amount)((uint)low, (uint)middle, a.s2 + b.s2 + (uint)(middle >> 32), a.s3 | b.s3);
}
static inline bool is_nothing(amount n) { return !any(n != (amount)(0)); }
#define DEFINE_READ(NAME, SPACE)                                                                                       \
    static inline amount NAME(SPACE const uint *p, uint apart) {                                                       \
        return (amount)(p[0], p[apart], p[2 * apart], p[3 * apart]);                                                   \
    }
#else
static inline amount no_amount(void) { return 0; }
static inline amount sum_of(amount a, amount b) { return a + b; }
static inline bool is_nothing(amount n) { return n == 0; }
#if WORDS == 2
#define DEFINE_READ(NAME, SPACE)                                                                                       \
    static inline amount NAME(SPACE const uint *p, uint apart) { return p[0] | (ulong)p[apart] << 32; }
#else
#define DEFINE_READ(NAME, SPACE)                                                                                       \
    static inline amount NAME(SPACE const uint *p, uint apart) { return *p; }
#endif
#endif
DEFINE_READ(read_local, __local)
DEFINE_READ(read_global, __global)

// Adding to the caller's counters, or to the wide sums (WORDS 4), from any work-item.
#if MERGE == MERGE_LAST_GROUP || (COUNTER_BITS == 64 && NATIVE_ATOMIC64)
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#endif

static inline void add_to_count(__global COUNTER *counts, size_t bin, amount n) {
#if WORDS == 4
    atomic_add_global(counts + bin * 4, 1, n);
#elif COUNTER_BITS == 32
    atomic_add(counts + bin, n);
#elif NATIVE_ATOMIC64
    atom_add(counts + bin, (ulong)n);
#else
#ifdef __ENDIAN_LITTLE__
    __global uint *low = (__global uint *)(counts + bin), *high = low + 1;
#else
    __global uint *high = (__global uint *)(counts + bin), *low = high + 1;
#endif
    const uint n_low = (uint)n;
    uint n_high = (uint)((ulong)n >> 32);
    if (n_low != 0 && atomic_add(low, n_low) > 0xffffffffu - n_low) ++n_high;
    if (n_high != 0) atomic_add(high, n_high);
#endif
}
