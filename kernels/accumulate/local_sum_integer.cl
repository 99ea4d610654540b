// local_sum_integer: a part of a sum of integer weights, in two words of local memory. It starts at 2^31, so that sums
// of either sign seldom carry into the second word.
#define LOCAL_SUM_WORDS 2u // words_per_local_sum() on the host
static inline uint start_of_sum(uint word) { return word == 0 ? 0x80000000u : 0; }

// Adds a weight, which is always possible: returns true.
static inline bool add_to_local_sum(__local uint *sum, uint apart, WEIGHT weight, units u) {
    atomic_add_local(sum, apart, amount_of(weight, u, 0));
    return true;
}

// Adds a weight to the caller's sum.
static inline void add_to_global_sum(__global COUNTER *counts, uint bin, WEIGHT weight, units u) {
    add_to_count(counts, bin, amount_of(weight, u, 0));
}

static inline amount local_sum(__local const uint *sum, uint apart, units u) {
    return (sum[0] | (ulong)sum[apart] << 32) - 0x80000000UL;
}
