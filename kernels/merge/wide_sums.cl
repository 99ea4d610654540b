// wide_sums: the kernels after a histogram of float weights (see amount_float.cl).

// The index v is a constant, because an array that is indexed by a variable would be in private memory.
#define UNIT_OF_SUM(v)                        \
    if (sum == COUNTS + v) unit = u.of[v].s0; \
    if (sum == COUNTS + VECTORS + v) unit = u.of[v].s1;

// Converts the wide sums, which are [sum][cell], to the caller's floats, and with `add` adds the existing sums. One
// work-item per sum.
__kernel void finish_sums(__global const uint *workspace, __global SUM_COUNTER *counts, ulong size, uint bins,
                          uint cells, uint add, ulong range_at, uint element_bits) {
    const size_t n = get_global_id(0);
    if (n >= size) return;
    const units u = units_of(workspace + range_at, element_bits);
    const uint own = (uint)(n % bins), sum = own / cells;
    int unit = UNIT_OF_COUNTS;
    EACH_WEIGHT(UNIT_OF_SUM)
    const size_t to = n - own + counter_at(sum, own - sum * cells, cells);
    counts[to] = (SUM_COUNTER)float_sum(read_global(workspace + n * 4, 1), unit, add != 0 ? counts[to] : 0);
}

// Copies the first `counts` sums, which are counts of elements, as 64-bit integers.
__kernel void write_counts(__global const uint *workspace, __global ulong *partial, ulong counts) {
    const size_t n = get_global_id(0);
    if (n < counts) partial[n] = workspace[4 * n] | (ulong)workspace[4 * n + 1] << 32;
}
