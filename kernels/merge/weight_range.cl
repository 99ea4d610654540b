// weight_range: kernels that find the greatest exponent of float weights before they are summed, if the problem has no
// weight bound.

#define MAGNITUDE (((WEIGHT)1 << (WEIGHT_BITS - 1)) - 1)
#define MANTISSA (((WEIGHT)1 << WEIGHT_MANTISSA) - 1)

// The bits of a finite weight's magnitude, or 0. Without branches, which would prevent the vectorization of a loop.
static inline WEIGHT finite_magnitude(WEIGHT weight) {
    const WEIGHT magnitude = weight & MAGNITUDE, infinite = MAGNITUDE - MANTISSA;
    return magnitude < infinite ? magnitude : 0;
}

// For each vector, raises ranges[at + vector] to the greatest exponent field of the counted weights, if that is
// greater. A work-item reads LOOKS weights at once: consecutive ones if CONTIGUOUS or ROWS, else weights that are
// get_global_size(0) apart, so that adjacent work-items read adjacent weights. It bins only elements whose weight has a
// greater exponent than all that it has found. It reads every `every`-th of these groups of weights. The first
// parameters are those of `histogram`; the slice is ignored.
#define LOOKS (CONTIGUOUS ? 256 : 8)
__kernel void weight_range(BIN_PARAMETERS, LOAD_PARAMETERS, __global uint *ranges, ulong at, ulong every) {
    BIN_CONSTANTS
    LOAD_CONSTANTS
    if (has_sums(ranges + at)) return;
    const problem own_problem = {{{EACH_NUMBER(all_numbers)}}, thresholds};
    const problem *p = &own_problem;
    const geometry g = GEOMETRY;
    // Elements outside ragged segments are in no histogram.
    const ulong begin = RAGGED ? offsets[first_histogram] : 0, end = RAGGED ? offsets[end_histogram] : width * height;
    const ulong row = ROWS ? width : end - begin, rows = ROWS ? height : 1, blocks_of_row = (row + LOOKS - 1) / LOOKS;
    const ulong items = get_global_size(0), item = get_global_id(0), apart = CONTIGUOUS || ROWS ? 1 : items;
    const ulong blocks_of_item = (rows * blocks_of_row + items - 1) / items;
    const ulong first = CONTIGUOUS ? item * blocks_of_item : item, step = CONTIGUOUS ? 1 : items;
    for (uint v = 0; v < VECTORS; ++v) {
        __global const WEIGHT *weights = g.weights[v] + g.first_weight[v] + begin * WEIGHT_STEP(&g);
        WEIGHT limit = 0; // the bits of the largest number whose exponent is the greatest found so far
        for (ulong n = 0; n < blocks_of_item; n += every) {
            const ulong block = first + n * step, y = ROWS ? block / blocks_of_row : 0;
            const ulong x = apart == 1 ? (block - y * blocks_of_row) * LOOKS : n * items * LOOKS + item;
            if (y >= rows || x >= row) break;
            __global const WEIGHT *own = weights + y * weight_row + x * WEIGHT_STEP(&g);
            WEIGHT max_magnitude = 0;
            if (x + (LOOKS - 1) * apart < row)
                for (uint k = 0; k < LOOKS; ++k)
                    max_magnitude = max(max_magnitude, finite_magnitude(own[k * apart * WEIGHT_STEP(&g)]));
            else
                for (uint k = 0; x + k * apart < row; ++k)
                    max_magnitude = max(max_magnitude, finite_magnitude(own[k * apart * WEIGHT_STEP(&g)]));
            if (max_magnitude <= limit) continue;
            for (uint k = 0; k < LOOKS && x + k * apart < row; ++k) {
                const ulong column = begin + x + k * apart;
                const WEIGHT magnitude = finite_magnitude(own[k * apart * WEIGHT_STEP(&g)]);
                if (magnitude <= limit) continue;
                if (MASKED && mask[mask_first + y * mask_row + column] == 0) continue;
                SAMPLE samples_of_element[AXES];
                fetch(samples_of_element, samples_of_part(samples, &g.from, column, y), &g.from IMAGE);
                if (falls_into_a_cell(samples_of_element, y * width + column, p)) limit = magnitude | MANTISSA;
            }
        }
        if (limit != 0) atomic_max(ranges + at + v, max((uint)(limit >> WEIGHT_MANTISSA), 1u));
    }
}

// Copies the greatest exponent fields, which an earlier kernel found for several passes.
__kernel void take_range(__global const uint *ranges, __global uint *workspace, ulong range_at) {
    const size_t v = get_global_id(0);
    if (v < VECTORS) workspace[range_at + v] = ranges[v];
}
