// merge: from the private counts of work-groups to the caller's counts.
//
//     atomic       each work-group adds its own to the caller's counts as it ends
//     last_group   each adds its own to one of SUM_COPIES rows of sums in the workspace, so that many groups that end at once
//                  do not all meet in a few words, and the last to end moves those to the caller's counts
//     device       each writes its own to its row of `partials` (work-groups × BINS), which merge_partials sums up
//     host         the same, for the host to sum up

#ifndef COUNTS_DIRECTLY
#if MERGE == MERGE_LAST_GROUP
// OpenCL 1.2 has no fence across work-groups. But an atomic whose old value is known has been done; so every work-item asks for
// the old values (a sum is never NO_BIN), before its group draws a ticket.
static inline uint deliver(__global COUNTER *counts, __global uint *sums, uint histogram, uint bin, amount n) {
    return n != 0 ? atomic_add(sums + (uint)get_group_id(0) % SUM_COPIES * BINS + bin, n) : 0;
}
#else
static inline uint deliver(__global COUNTER *counts, __global uint *partials, uint histogram, uint bin, amount n) {
#if MERGE == MERGE_ATOMIC
    if (!is_nothing(n)) add_to_count(counts, histogram * (size_t)BINS + bin, n);
#elif WORDS == 1
    partials[get_group_id(0) * (size_t)BINS + bin] = n;
#endif
    return 0;
}
#endif
#endif

#if MERGE == MERGE_LAST_GROUP
// The sums are followed by the ticket. Both are zero again afterwards, for the next launch.
#define TICKET (SUM_COPIES * BINS)

static inline bool draws_last_ticket(__global uint *sums) {
    return atomic_inc(sums + TICKET) == (uint)(get_num_groups(0) * get_num_groups(1)) - 1;
}

static inline void merge_sums(__global uint *sums, __global COUNTER *counts, bool add) {
    const uint used = min((uint)get_num_groups(0), SUM_COPIES);
    for (uint b = (uint)get_local_id(0); b < BINS; b += WORK_GROUP_SIZE) {
        uint n = 0;
        for (uint copy = 0; copy < used; ++copy) n += atomic_xchg(sums + copy * BINS + b, 0);
        counts[b] = add ? counts[b] + n : n;
    }
    if (get_local_id(0) == 0) atomic_xchg(sums + TICKET, 0);
}
#endif

#if MERGE == MERGE_DEVICE
// One work-item a bin; neighbours read neighbours.
__kernel void merge_partials(__global const uint *partials, uint rows, __global COUNTER *counts, uint add) {
    const size_t bin = get_global_id(0);
    if (bin >= BINS) return;
    COUNTER sum = add ? counts[bin] : 0;
    for (uint row = 0; row < rows; ++row) sum += partials[row * (size_t)BINS + bin];
    counts[bin] = sum;
}
#endif
