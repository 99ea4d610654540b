// amount_integer: a sum of integer weights, modulo 2^64, in two words (see words.cl).

typedef ulong amount;
typedef uint units; // integer sums have no unit: the value is ignored
static inline units units_of(__global const uint *range, uint element_bits) { return 0; }
static inline bool has_sums(__global const uint *range) { return false; }
static inline amount amount_of(WEIGHT weight, units u, uint v) { return (ulong)(WIDE_WEIGHT)weight; }
static inline amount square_of(WEIGHT weight, units u, uint v) { return (ulong)((WIDE_WEIGHT)weight * weight); }
static inline amount one_element(void) { return 1; }

static inline amount no_amount(void) { return 0; }
static inline amount sum_of(amount a, amount b) { return a + b; }
static inline bool is_nothing(amount n) { return n == 0; }

#define DEFINE_ADD(NAME, SPACE, ADD, OR, RAISE)                    \
    static inline void NAME(SPACE uint *p, uint apart, amount n) { \
        const uint low = (uint)n;                                  \
        uint high = (uint)(n >> 32);                               \
        if (low != 0 && ADD(p, low) > 0xffffffffu - low) ++high;   \
        if (high != 0) ADD(p + apart, high);                       \
    }
#define DEFINE_READ(NAME, SPACE) \
    static inline amount NAME(SPACE const uint *p, uint apart) { return p[0] | (ulong)p[apart] << 32; }
