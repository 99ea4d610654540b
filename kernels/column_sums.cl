// column_sums: before and after the columns are counted (columns.cl, item_columns.cl): the greatest exponents of the weights, and
// from the sums of values to the caller's counters of bins.

// A kernel, because not every driver can fill buffers of 4 GiB and more.
__kernel void zero_columns(__global uint *workspace, ulong words, __global uint *skipped) {
    const size_t n = get_global_id(0);
    if (n < words) workspace[n] = 0;
    if (n == 0) skipped[0] = 0;
}

#if VECTORS > 0
// range: the greatest exponent field of a vector's finite weights, of those that are listed.
__kernel void column_range(__global const uint *weights, ulong first_weight, ulong count,
#if LISTED && !LISTED_WEIGHTS
                           __global const INDEX *indices, ulong first_index, ulong elements,
#endif
                           __global ulong *sums, uint columns, uint vector) {
    uint most = 0;
    for (ulong n = get_global_id(0); n < count; n += get_global_size(0)) {
        ulong element = n;
#if LISTED && !LISTED_WEIGHTS
        element = indices[first_index + n];
        if (element >= elements) continue;
#endif
        const uint bits = weights[first_weight + element] & 0x7fffffffu, field = bits >> 23;
        if (field != 255u) most = max(most, field == 0 && bits != 0 ? 1u : field);
    }
    if (most != 0) atomic_max(RANGE_OF(sums, columns) + vector, most);
}

// n whole units, 2^unit each, or what the flags say; `old` are the bits of a double to add, 0 for none.
static inline ulong finished_sum(long n, uint flags, int unit, ulong old) {
    const ulong magnitude = n < 0 ? (ulong)-n : (ulong)n;
    const uint field = (uint)(old >> 52) & 2047u;
    const int of_old = field == 2047u ? unit : (int)max(field, 1u) - 1022 - 94;
    const int common = max(unit, of_old); // so that the existing sum has room
    amount sum = rounded(n < 0, 0, magnitude, unit - common);
    sum.s3 |= flags;
    return nearest_double(old != 0 ? sum_of(sum, old_amount(old, common)) : sum, common);
}
#endif

// The counter of what is counted beside the sums.
static inline SUM_COUNTER finished_count(ulong count, SUM_COUNTER old, uint add) {
#if VECTORS > 0
    return as_double_bits(count + (add != 0 ? as_whole(old) : 0));
#else
    return (SUM_COUNTER)count + (add != 0 ? old : 0);
#endif
}

// One work-item for each cell (dimension 0) of each axis (1). The values of an axis are in `order` by their cells, and
// starts[first_cells[axis] + axis + cell] is where those of a cell begin.
__kernel void finish_columns(__global const ulong *sums, uint columns, __global const uint *first_cells, __global const uint *starts,
                             __global const uchar *order, __global SUM_COUNTER *counts, uint cells, uint add
#if VECTORS > 0
                             , uint known
#endif
) {
#if VECTORS > 0
    __global const uint *flags = FLAGS_OF(sums, columns), *range = RANGE_OF(sums, columns);
#endif
    const uint axis = (uint)get_global_id(1), cell = (uint)get_global_id(0), first = first_cells[axis];
    if (cell >= first_cells[axis + 1] - first) return;
    const uint begin = starts[first + axis + cell], end = starts[first + axis + cell + 1];
    const size_t apart = (size_t)VALUES * columns;
    long total[VECTORS + 1];
    uint all_flags = 0;
    for (uint v = 0; v <= VECTORS; ++v) total[v] = 0;
    for (uint i = begin; i < end; ++i) {
        const size_t at = (size_t)order[axis * 256 + i] * columns + axis;
        for (uint v = 0; v <= VECTORS; ++v) total[v] += (long)sums[v * apart + at];
#if VECTORS > 0
        all_flags |= flags[at];
#endif
    }
    size_t place = first + cell;
#if COUNTS
    counts[place] = finished_count((ulong)total[0], counts[place], add);
    place += cells;
#endif
#if VECTORS > 0
    for (uint v = 0; v < VECTORS; ++v, place += cells)
        counts[place] = finished_sum(total[1 + v], all_flags >> 4 * v & 15u, unit_of(field_of(range, known, v)), add != 0 ? counts[place] : 0);
#endif
}
