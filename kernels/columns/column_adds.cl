// column_adds: adds sums of weights to one another, and to the sums in the workspace.

#define NO_SUM 0UL // used instead of the old sum if a counter is overwritten

static inline void add_sum(ulong *to, const ulong *n) {
    to[0] += n[0];
    if (SUM_WORDS == 2) to[SUM_WORDS - 1] += n[SUM_WORDS - 1] + (to[0] < n[0] ? 1 : 0);
}

// Adds to a sum in the workspace, whose words are `apart` words apart. Returns the results of its atomics.
static inline ulong add_to_sum_of_weights(__global ulong *sum, size_t apart, const ulong *n) {
    return SUM_WORDS == 1 ? add_to_sum(sum, n[0]) : add_to_wide_sum(sum, apart, n[0], n[SUM_WORDS - 1]);
}

// Like add_to_sum_of_weights(), but without atomics.
static inline void add_alone(__global ulong *sum, size_t apart, const ulong *n) {
    sum[0] += n[0];
    if (SUM_WORDS == 2) sum[apart] += n[SUM_WORDS - 1] + (sum[0] < n[0] ? 1 : 0);
}

// With ARRIVES, work-groups of the same launch wrote these words, so they are read by atomics, which also zero them for
// the next launch.
static inline ulong take_sum(__global ulong *sum) { return ARRIVES ? exchange_sum(sum) : *sum; }

static inline void take_sum_of_weights(ulong *n, __global ulong *sum, size_t apart) {
    UNROLLED for (uint w = 0; w < SUM_WORDS; ++w) n[w] = take_sum(sum + w * apart);
}
