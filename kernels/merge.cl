// merge: from the private counts of work-groups to the caller's counts.
//
//     atomic       each work-group adds its counts to the caller's when it ends
//     last_group   each adds its counts to sums in the workspace, and the last to arrive at a bin moves its sum to the counts;
//                  the host asks launches of many groups and bins to add by atomics instead (DELIVERY_ATOMIC)
//     device       each writes its counts to its row of `partials` (work-groups × BINS), and merge_partials sums the rows
//     host         the same, but the host sums the rows

#ifndef COUNTS_DIRECTLY
#if MERGE == MERGE_LAST_GROUP
#define DELIVERY_OVERWRITE 0u // what `delivery` says: the last group's total becomes the count …
#define DELIVERY_ADD 1u       // … or is added to it …
#define DELIVERY_ATOMIC 2u    // … or each group adds to the count

// The low half of a sum counts samples, below 2^32, and the high half the work-groups that have arrived: one atomic for both,
// so nothing needs ordering across groups, which OpenCL 1.2 cannot do. Returns the sum before. A group that is alone has none
// to add to.
static inline ulong arrive(__global uint *partials, uint bin, uint n) {
    if (get_num_groups(0) == 1) return 0;
    return atom_add((__global ulong *)partials + bin, 1UL << 32 | n);
}

// The last group's total becomes the count. The sum is left zero for the next launch.
static inline void leave(__global COUNTER *counts, __global uint *partials, uint bin, ulong before, uint n, uint delivery) {
    if (before >> 32 != get_num_groups(0) - 1) return;
    const uint total = (uint)before + n;
    counts[bin] = delivery == DELIVERY_ADD ? counts[bin] + total : total;
#if ATOMIC_READS
    atom_xchg((__global ulong *)partials + bin, 0UL);
#else
    ((__global ulong *)partials)[bin] = 0;
#endif
}
#else
static inline void deliver(__global COUNTER *counts, __global uint *partials, uint histogram, uint bin, amount n,
                           const problem *p) {
#if MERGE == MERGE_ATOMIC
    if (!is_nothing(n)) add_to_count(counts, histogram * (size_t)BINS + bin, n);
#elif WORDS == 1
    partials[get_group_id(0) * (size_t)BINS + bin] = n;
#endif
}
#endif
#endif

#if MERGE == MERGE_DEVICE
#ifndef PARTIAL_AT
#define PARTIAL_AT(row, words, bins, bin) (row)[bin]
#endif
// One work-item per bin; adjacent work-items read adjacent words.
__kernel void merge_partials(__global const uint *partials, uint rows, uint row_words, uint bins, __global COUNTER *counts,
                             uint add) {
    const size_t bin = get_global_id(0);
    if (bin >= bins) return;
    COUNTER sum = add ? counts[bin] : 0;
    for (uint row = 0; row < rows; ++row) sum += PARTIAL_AT(partials + row * (size_t)row_words, row_words, bins, bin);
    counts[bin] = sum;
}
#endif
