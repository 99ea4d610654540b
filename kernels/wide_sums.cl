// wide_sums: the kernels before and after a histogram of float weights (see amount_float.cl).

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
// Whether an element of the job is counted: in a cell of any axis, and not masked.
static inline bool falls_into_a_cell(const SAMPLE *x, ulong index, const problem *p) {
    bool any = false, all = true;
#define LOOK_AT_AXIS(axis)                                                                                             \
    {                                                                                                                  \
        const bool in_cell = bin_of_##axis(x[axis], index, p) < EXTENT_##axis;                                         \
        any = any | in_cell;                                                                                           \
        all = all & in_cell;                                                                                           \
    }
    EACH_AXIS(LOOK_AT_AXIS)
    return JOINT ? all : any;
}

// ranges[at]: the greatest exponent field of the weights that the job counts. With n work-items, each looks at every n-th element,
// and bins only those whose weight is above all that it has found. The parameters are those of `histogram`, for a slice that is
// the whole job.
__kernel void weight_range(BIN_PARAMETERS, LOAD_PARAMETERS, __global uint *ranges, ulong at) {
    BIN_CONSTANTS LOAD_CONSTANTS
    const problem own_problem = {{{EACH_NUMBER(all_numbers)}}, thresholds};
    const problem *p = &own_problem;
    const geometry g = GEOMETRY;
#if BATCH == BATCH_RAGGED // others are in no histogram
    const ulong begin = offsets[first_histogram], end = offsets[end_histogram];
#else
    const ulong begin = 0, end = width * height;
#endif
    uint most = 0;
    for (ulong n = begin + get_global_id(0); n < end; n += get_global_size(0)) {
        const ulong y = ROWS ? n / width : 0, x = n - y * width;
        const WEIGHT weight = weights[weight_first + y * weight_row + x];
        const uint field = exponent_field(weight, WEIGHT_MANTISSA, 2 * WEIGHT_BIAS + 1);
        if (field <= most) continue;
#if MASKED
        if (mask[mask_first + y * mask_row + x] == 0) continue;
#endif
        SAMPLE samples_of_element[AXES];
        fetch(samples_of_element, samples_of_part(samples, &g.from, x, y), &g.from IMAGE);
        if (falls_into_a_cell(samples_of_element, n, p)) most = field;
    }
    if (most != 0) atomic_max(ranges + at, most);
}

// range[0], from where several passes have found it.
__kernel void take_range(__global const uint *ranges, ulong at, __global uint *workspace, ulong range_at) {
    if (get_global_id(0) == 0) workspace[range_at] = ranges[at];
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
