// rank_32: ranks (amount_extreme.cl) of at most 32 bits are one word.
static inline void add_local(__local uint *p, uint apart, amount n) { *p = max(*p, (uint)n); }
static inline void add_global(__global uint *p, uint apart, amount n) { *p = max(*p, (uint)n); }
static inline void atomic_add_local(__local uint *p, uint apart, amount n) { atomic_max(p, (uint)n); }
static inline void atomic_add_global(__global uint *p, uint apart, amount n) { atomic_max(p, (uint)n); }
static inline amount read_local(__local const uint *p, uint apart) { return *p; }
static inline amount read_global(__global const uint *p, uint apart) { return *p; }
