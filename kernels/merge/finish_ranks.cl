// finish_ranks: the kernel after a histogram of minima or maxima.

// Converts the ranks, and counts of elements, to the caller's counters. With `add`, merges them with the existing
// counters. One work-item per counter.
__kernel void
finish_ranks(__global const uint *workspace, __global ulong *counts, ulong size, uint bins, uint cells, uint add) {
    const size_t n = get_global_id(0);
    if (n >= size) return;
    counts[n] = finished_counter(read_global(workspace + n * WORDS, 1), (uint)(n % bins), cells, add != 0,
                                 add != 0 ? counts[n] : 0);
}
