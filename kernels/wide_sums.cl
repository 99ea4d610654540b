// wide_sums: the kernels before and after a histogram of float weights (see amount_float.cl).

// Sets the sums and the range to zero, and range[0] to `greatest`, the known greatest exponent field, or 0 if it is not
// known yet. A kernel does that because not every driver can fill buffers of 4 GiB and more.
__kernel void zero_sums(__global uint *workspace, ulong words, ulong range_at, uint greatest) {
    const size_t n = get_global_id(0);
    if (n < words) workspace[n] = n == range_at ? greatest : 0;
}

static inline uint exponent_field(ulong bits, uint mantissa, uint last) {
    const uint field = (uint)(bits >> mantissa) & last;
    if (field == last) return 0; // infinite or NaN
    return field == 0 && (bits & ((1UL << mantissa) - 1)) != 0 ? 1 : field;
}

// Stores the greatest exponent fields of the existing sums in range[1], and of the existing sums of squares in
// range[2], where range is workspace + range_at.
__kernel void
count_range(__global const ulong *counts, ulong size, uint bins, uint cells, __global uint *workspace, ulong range_at) {
    const size_t n = get_global_id(0);
    if (n >= size) return;
    const uint field = exponent_field(counts[n], 52, 2047);
    if (field != 0) atomic_max(workspace + range_at + (n % bins < cells ? 1 : 2), field);
}

// Converts the wide sums to the caller's doubles, and with `add` adds the existing sums. One work-item per counter.
__kernel void finish_sums(__global const uint *workspace, __global ulong *counts, ulong size, uint bins, uint cells,
                          uint add, ulong range_at, uint element_bits) {
    const size_t n = get_global_id(0);
    if (n >= size) return;
    const units u = units_of(workspace + range_at, element_bits);
    const int unit = n % bins < cells ? u.s0 : u.s1;
    amount sum = read_global(workspace + n * 4, 1);
    if (add) sum = sum_of(sum, old_amount(counts[n], unit));
    counts[n] = nearest_double(sum, unit);
}
