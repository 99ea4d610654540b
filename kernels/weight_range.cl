// weight_range: kernels that find the greatest exponent of float weights without a bound, before they are summed.

#define LOOK_AT_AXIS(axis)                                                     \
    {                                                                          \
        const bool in_cell = bin_of_##axis(x[axis], index, p) < EXTENT_##axis; \
        any = any | in_cell;                                                   \
        all = all & in_cell;                                                   \
    }
// Whether an element is in a cell: of any axis, or, if JOINT, of all axes.
static inline bool falls_into_a_cell(const SAMPLE *x, ulong index, const problem *p) {
    bool any = false, all = true;
    EACH_AXIS(LOOK_AT_AXIS)
    return JOINT ? all : any;
}

// Raises ranges[at] to the greatest exponent field of the counted weights, if that is greater. With n work-items, each
// looks at every n-th element, and bins only elements whose exponent field exceeds all that it has found. The first
// parameters are those of `histogram`; the slice is ignored.
__kernel void weight_range(BIN_PARAMETERS, LOAD_PARAMETERS, __global uint *ranges, ulong at) {
    BIN_CONSTANTS
    LOAD_CONSTANTS
    const problem own_problem = {{{EACH_NUMBER(all_numbers)}}, thresholds};
    const problem *p = &own_problem;
    const geometry g = GEOMETRY;
    // Elements outside ragged segments are in no histogram.
    const ulong begin = RAGGED ? offsets[first_histogram] : 0, end = RAGGED ? offsets[end_histogram] : width * height;
    uint max_field = 0;
    for (ulong n = begin + get_global_id(0); n < end; n += get_global_size(0)) {
        const ulong y = ROWS ? n / width : 0, x = n - y * width;
        const WEIGHT weight = weights[weight_first + y * weight_row + x];
        const uint field = exponent_field(weight, WEIGHT_MANTISSA, 2 * WEIGHT_BIAS + 1);
        if (field <= max_field) continue;
        if (MASKED && mask[mask_first + y * mask_row + x] == 0) continue;
        SAMPLE samples_of_element[AXES];
        fetch(samples_of_element, samples_of_part(samples, &g.from, x, y), &g.from IMAGE);
        if (falls_into_a_cell(samples_of_element, n, p)) max_field = field;
    }
    if (max_field != 0) atomic_max(ranges + at, max_field);
}

// Copies the greatest exponent field, which an earlier kernel found for several passes, to range[0].
__kernel void take_range(__global const uint *ranges, ulong at, __global uint *workspace, ulong range_at) {
    if (get_global_id(0) == 0) workspace[range_at] = ranges[at];
}
