// merge_last_group: each work-group adds its counts to sums in the workspace, and the last group to arrive at a bin
// moves the bin's sum to the caller's counts. For launches with many groups and bins, the host passes DELIVERY_ATOMIC
// instead: groups then add to the counts by atomics.

#define ARRIVALS 2u // bins per step; with 4, i32 into 8193 bins was 3 % slower (H200)

// The low half of a sum counts samples (fewer than 2^32); the high half counts the work-groups that have arrived. One
// atomic adds to both, so no order between atomics is needed; OpenCL 1.2 guarantees none. Returns the previous sum. A
// single group needs no sum.
static inline ulong arrive(__global uint *partials, uint bin, uint n) {
    if (get_num_groups(0) == 1) return 0;
    return atom_add((__global ulong *)partials + bin, 1UL << 32 | n);
}

// If the group is the last to arrive, writes the total to the count and sets the sum to zero for the next launch.
static inline void
write_if_last(__global COUNTER *counts, __global uint *partials, uint bin, ulong before, uint n, uint delivery) {
    if (before >> 32 != get_num_groups(0) - 1) return;
    const uint total = (uint)before + n;
    counts[bin] = increased(delivery == DELIVERY_ADD ? counts[bin] : 0, total);
    __global ulong *sum = (__global ulong *)partials + bin;
    if (ATOMIC_READS)
        atom_xchg(sum, 0UL);
    else
        *sum = 0;
}

static inline void deliver_counts(const accumulator *a, __local uint *memory, __global COUNTER *counts,
                                  __global uint *partials, uint histogram, uint delivery, const problem *p) {
    const uint base = (uint)get_group_id(1) * WINDOW_BINS, end = end_of_own(base, p);
    uint b = (uint)get_local_id(0);
    if (!FEW_BINS && delivery == DELIVERY_ATOMIC) {
        for (; b < end; b = NEXT_OWN(b, end)) {
            const uint n = own_count(a, memory, b);
            if (n != 0) add_to_count(counts, base + b, n);
        }
        return;
    }
    if (!FEW_BINS) // several bins at once, so that their atomics are in flight together
        for (; b + (ARRIVALS - 1) * WORK_GROUP_SIZE < end; b += ARRIVALS * WORK_GROUP_SIZE) {
            uint n[ARRIVALS];
            ulong before[ARRIVALS];
            UNROLLED for (uint i = 0; i < ARRIVALS; ++i) {
                n[i] = own_count(a, memory, b + i * WORK_GROUP_SIZE);
                before[i] = arrive(partials, base + b + i * WORK_GROUP_SIZE, n[i]);
            }
            UNROLLED for (uint i = 0; i < ARRIVALS; ++i)
                write_if_last(counts, partials, base + b + i * WORK_GROUP_SIZE, before[i], n[i], delivery);
        }
    for (; b < end; b = NEXT_OWN(b, end)) {
        const uint n = own_count(a, memory, b);
        write_if_last(counts, partials, base + b, arrive(partials, base + b, n), n, delivery);
    }
}
