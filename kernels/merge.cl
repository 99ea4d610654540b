// merge: from the private counts of work-groups to the caller's counts.
//
// Merge by atomics: each work-group adds its own as it ends. By device or host: it writes them to its row of `partials`
// (work-groups × BINS), which the kernel below, or the host, sums up.

#ifndef COUNTS_DIRECTLY
static inline void deliver(__global COUNTER *counts, __global uint *partials, uint histogram, uint bin, amount n,
                           bool to_partials) {
#if WORDS == 1
    if (to_partials) {
        partials[get_group_id(0) * (size_t)BINS + bin] = n;
        return;
    }
#endif
    if (!is_nothing(n)) add_to_count(counts, histogram * (size_t)BINS + bin, n);
}
#endif

#if WORDS == 1
// One work-item a bin; neighbours read neighbours.
__kernel void merge_partials(__global const uint *partials, uint rows, __global COUNTER *counts, uint add) {
    const size_t bin = get_global_id(0);
    if (bin >= BINS) return;
    COUNTER sum = add ? counts[bin] : 0;
    for (uint row = 0; row < rows; ++row) sum += partials[row * (size_t)BINS + bin];
    counts[bin] = sum;
}
#endif
