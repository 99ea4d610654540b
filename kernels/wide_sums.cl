// wide_sums: the kernels before and after a histogram of f32 or f64 weights (see weigh.cl).

// Sets the sums and the range to zero, but range[0] to the greatest exponent field that is known; 0: not yet. A kernel, because
// not every driver can fill buffers of 4 GiB and more.
__kernel void zero_sums(__global uint *workspace, ulong words, ulong range_at, uint greatest) {
    const size_t n = get_global_id(0);
    if (n < words) workspace[n] = n == range_at ? greatest : 0;
}

static inline uint exponent_field(ulong bits, uint mantissa, uint last) {
    const uint field = (uint)(bits >> mantissa) & last;
    if (field == last) return 0; // infinite or NaN
    return field == 0 && (bits & ((1UL << mantissa) - 1)) != 0 ? 1 : field;
}

#if !WEIGHT_BOUND
// range[0]: the greatest exponent field of the job's weights. With n work-items, each reads every n-th element.
__kernel void weight_range(__global const WEIGHT *weights, ulong first, ulong row, ulong width, ulong elements,
                           __global uint *workspace, ulong range_at) {
    uint most = 0;
    for (ulong n = get_global_id(0); n < elements; n += get_global_size(0)) {
        const ulong y = ROWS ? n / width : 0;
        const ulong at = y * row + (n - y * width);
        most = max(most, exponent_field(weights[first + at], WEIGHT_MANTISSA, 2 * WEIGHT_BIAS + 1));
    }
    if (most != 0) atomic_max(workspace + range_at, most);
}
#endif

// range[1], range[2]: those of the existing sums and sums of squares.
__kernel void count_range(__global const ulong *counts, ulong size, uint bins, uint cells, __global uint *workspace,
                          ulong range_at) {
    const size_t n = get_global_id(0);
    if (n >= size) return;
    const uint field = exponent_field(counts[n], 52, 2047);
    if (field != 0) atomic_max(workspace + range_at + (n % bins < cells ? 1 : 2), field);
}

// The bits of the double nearest to n · 2^unit, ties to even.
static inline ulong nearest_double(amount n, int unit) {
    if ((n.s3 & FLAG_BEYOND_BOUND) != 0) return BEYOND_BOUND;
    if ((n.s3 & FLAG_NAN) != 0 || (n.s3 & (FLAG_PLUS_INFINITY | FLAG_MINUS_INFINITY)) ==
                                         (FLAG_PLUS_INFINITY | FLAG_MINUS_INFINITY))
        return 0x7ff8000000000000UL;
    if (n.s3 != 0) return n.s3 == FLAG_MINUS_INFINITY ? 0xfff0000000000000UL : 0x7ff0000000000000UL;
    ulong high = n.s2, low = (ulong)n.s1 << 32 | n.s0;
    const ulong sign = n.s2 >> 31 != 0 ? 1UL << 63 : 0;
    if (sign != 0) {
        low = ~low + 1;
        high = (~high + (low == 0 ? 1 : 0)) & 0xffffffffUL;
    }
    if (high == 0 && low == 0) return 0;
    const int leading = high != 0 ? 127 - (int)clz(high) : 63 - (int)clz(low); // of 96 bits
    const int exponent = leading + unit;
    if (exponent > 1023) return sign | 0x7ff0000000000000UL;
    const int last = max(exponent - 52, -1074); // exponent of the double's last bit
    const int right = last - unit;
    ulong whole;
    if (right <= 0) {
        whole = low << -right; // at most 53 bits are in use
    } else if (right > 96) {
        whole = 0;
    } else {
        // The bits to keep, and those to drop as a fraction of 2^64, with a sticky bit for what is below.
        ulong fraction;
        if (right < 64) {
            whole = low >> right | high << (64 - right);
            fraction = low << (64 - right);
        } else {
            whole = right == 64 ? high : high >> (right - 64);
            fraction = right == 64 ? low : (high << (128 - right) | low >> (right - 64) | ((low << (128 - right)) != 0 ? 1 : 0));
        }
        if (fraction > 1UL << 63 || (fraction == 1UL << 63 && (whole & 1) != 0)) ++whole;
    }
    // A carry out of the mantissa correctly raises the exponent, also out of the denormals.
    const ulong field = exponent < -1022 ? 0 : (ulong)(exponent + 1022);
    return sign | ((field << 52) + whole);
}

// An existing sum, in units. That a weight was beyond the bound stays known.
static inline amount old_amount(ulong bits, int unit) {
    if (bits == BEYOND_BOUND) return flagged(FLAG_BEYOND_BOUND);
    parts p;
    parts_of(&p, bits, 52, 1023, 64);
    return p.finite ? rounded(p.negative, 0, p.whole, p.exponent - unit) : flagged(flags_of(&p, 52));
}

// From the wide sums to the caller's, which are doubles; one work-item per counter.
__kernel void finish_sums(__global const uint *workspace, __global ulong *counts, ulong size, uint bins, uint cells, uint add,
                          ulong range_at, uint element_bits) {
    const size_t n = get_global_id(0);
    if (n >= size) return;
    const units u = units_of(workspace + range_at, element_bits);
    const int unit = n % bins < cells ? u.s0 : u.s1;
    amount sum = read_global(workspace + n * 4, 1);
    if (add) sum = sum_of(sum, old_amount(counts[n], unit));
    counts[n] = nearest_double(sum, unit);
}
