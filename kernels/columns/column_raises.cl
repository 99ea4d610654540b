// column_raises: the functions of column_adds.cl for minima and maxima. Of two ranks (amount_extreme.cl), the greater
// one is kept, in the words that rank_32.cl, rank_33.cl or rank_64.cl defines. A second launch writes the counters
// (columns_two_launches.cl), so no results of atomics are returned.

#define NO_SUM NO_WEIGHT

static inline void add_sum(ulong *to, const ulong *n) { to[0] = max(to[0], n[0]); }

static inline ulong add_to_sum_of_weights(__global ulong *sum, size_t apart, const ulong *n) {
    atomic_raise___global((__global uint *)sum, 1, n[0]);
    return 0;
}

static inline void add_alone(__global ulong *sum, size_t apart, const ulong *n) {
    raise___global((__global uint *)sum, 1, n[0]);
}

static inline ulong take_sum(__global ulong *sum) { return *sum; }

static inline void take_sum_of_weights(ulong *n, __global ulong *sum, size_t apart) {
    n[0] = rank_at___global((__global const uint *)sum, 1);
}
