// wide_sums: the kernels before and after a histogram of float weights (see amount_float.cl).

// Sets the words to zero, but those at `range_at` to `greatest`, the known greatest exponent field of each vector's
// weights, or 0 if it is not known yet. A kernel does that because not every driver can fill buffers of
// 4 GiB and more.
__kernel void zero_sums(__global uint *workspace, ulong words, ulong range_at, uint greatest) {
    const size_t n = get_global_id(0);
    if (n < words) workspace[n] = n >= range_at && n - range_at < VECTORS ? greatest : 0;
}

// Converts the wide sums, which are [sum][cell], to the caller's floats, and with `add` adds the existing sums. One
// work-item per sum.
__kernel void finish_sums(__global const uint *workspace, __global SUM_COUNTER *counts, ulong size, uint bins,
                          uint cells, uint add, ulong range_at, uint element_bits) {
    const size_t n = get_global_id(0);
    if (n >= size) return;
    const units u = units_of(workspace + range_at, element_bits);
    const uint own = (uint)(n % bins), sum = own / cells, v = sum - COUNTS;
    const int unit = sum < COUNTS ? 0 : v < VECTORS ? u.of[v].s0 : u.of[v - VECTORS].s1;
    const size_t to = n - own + counter_at(sum, own - sum * cells, cells);
    counts[to] = (SUM_COUNTER)float_sum(read_global(workspace + n * 4, 1), unit, add != 0 ? counts[to] : 0);
}

// Copies the first `counts` sums, which are counts of elements, as 64-bit integers.
__kernel void leave_counts(__global const uint *workspace, __global ulong *partial, ulong counts) {
    const size_t n = get_global_id(0);
    if (n < counts) partial[n] = workspace[4 * n] | (ulong)workspace[4 * n + 1] << 32;
}
