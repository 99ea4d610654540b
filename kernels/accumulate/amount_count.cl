// amount_count: every element adds 1. A private counter is one 32-bit word, because every device has 32-bit atomics;
// the caller's counters may have 64 bits.

typedef uint amount;
typedef uint units; // counts have no unit: the value is ignored
static inline units units_of(__global const uint *range, uint element_bits) { return 0; }
static inline bool has_sums(__global const uint *range) { return false; }
static inline amount amount_of(WEIGHT weight, units u, uint v) { return 1; }

static inline amount no_amount(void) { return 0; }
static inline amount sum_of(amount a, amount b) { return a + b; }
static inline bool is_nothing(amount n) { return n == 0; }

static inline void add_local(__local uint *p, uint apart, amount n) { *p += n; }
static inline void add_global(__global uint *p, uint apart, amount n) { *p += n; }
static inline void atomic_add_local(__local uint *p, uint apart, amount n) { atomic_add(p, n); }
static inline void atomic_add_global(__global uint *p, uint apart, amount n) { atomic_add(p, n); }
static inline amount read_local(__local const uint *p, uint apart) { return *p; }
static inline amount read_global(__global const uint *p, uint apart) { return *p; }
