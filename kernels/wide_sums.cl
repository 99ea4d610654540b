// wide_sums: the kernels before and after a histogram of float weights (see amount_float.cl).

// Sets the sums and the range to zero, and the range's fields of weights to `greatest`, the known greatest exponent
// field, or 0 if it is not known yet. A kernel does that because not every driver can fill buffers of 4 GiB and more.
__kernel void zero_sums(__global uint *workspace, ulong words, ulong range_at, uint greatest) {
    const size_t n = get_global_id(0);
    if (n < words) workspace[n] = n >= range_at && n - range_at < VECTORS ? greatest : 0;
}

static inline uint exponent_field(ulong bits, uint mantissa, uint last) {
    const uint field = (uint)(bits >> mantissa) & last;
    if (field == last) return 0; // infinite or NaN
    return field == 0 && (bits & ((1UL << mantissa) - 1)) != 0 ? 1 : field;
}

// Stores the greatest exponent fields of the existing sums, and of the existing sums of squares, in the range at
// workspace + range_at.
__kernel void count_range(__global const SUM_COUNTER *counts, ulong size, uint bins, uint cells,
                          __global uint *workspace, ulong range_at) {
    const size_t n = get_global_id(0);
    if (n >= size) return;
    const uint sum = sum_at((uint)(n % bins), cells), field = exponent_field(counts[n], SUM_MANTISSA, SUM_LAST_FIELD);
    if (sum >= COUNTS && field != 0) atomic_max(workspace + range_at + VECTORS + (sum - COUNTS), field);
}

// Converts the wide sums, which are [sum][cell], to the caller's floats, and with `add` adds the existing sums. One
// work-item per counter of the caller.
__kernel void finish_sums(__global const uint *workspace, __global SUM_COUNTER *counts, ulong size, uint bins,
                          uint cells, uint add, ulong range_at, uint element_bits) {
    const size_t n = get_global_id(0);
    if (n >= size) return;
    const units u = units_of(workspace + range_at, element_bits);
    const uint own = (uint)(n % bins), sum = sum_at(own, cells), v = sum - COUNTS;
    const int unit = sum < COUNTS ? 0 : v < VECTORS ? u.of[v].s0 : u.of[v - VECTORS].s1;
    amount total = read_global(workspace + (BY_CELL ? n - own + sum * cells + cell_at(own, cells) : n) * 4, 1);
    if (add) total = sum_of(total, old_amount(counts[n], unit));
    counts[n] = (SUM_COUNTER)nearest_float(total, unit);
}

// Copies the first `counts` sums, which are counts of elements, as 64-bit integers.
__kernel void leave_counts(__global const uint *workspace, __global ulong *partial, ulong counts) {
    const size_t n = get_global_id(0);
    if (n < counts) partial[n] = workspace[4 * n] | (ulong)workspace[4 * n + 1] << 32;
}
