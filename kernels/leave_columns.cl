// leave_columns: the kernel that writes the sums of float weights of a job in the form in which parts are merged.

// partial_offset() in src/variants/counters.hpp describes the form: 64-bit counts, then wide sums (amount_float.cl) in
// the unit of narrow weights. One work-item for each cell (dimension 0) of each counted column (dimension 1).
__kernel void leave_columns(__global ulong *sums, __global const uint *channels, uint counted, uint columns, uint known,
                            CELL_PARAMETERS) {
    const uint n = (uint)get_global_id(1), cell = (uint)get_global_id(0);
    const uint axis = axis_of_column(channels, counted, columns, n), first = first_cells[axis];
    if (n == 0 && cell == 0) skipped[0] = STATE_OF_JOB(sums, columns)[SKIPPED];
    if (cell >= first_cells[axis + 1] - first) return;
    const uint begin = START_OF_CELL(axis, cell), end = START_OF_CELL(axis, cell + 1);
    const size_t apart = (size_t)VALUES * columns, place = first + cell;
    for (uint v = 0; v <= VECTORS; ++v) {
        ulong total = 0;
        uint flags = 0;
        for (uint i = begin; i < end; ++i) {
            const size_t at = PLACE_OF(VALUE_AT(axis, i), axis, columns);
            total += sums[v * apart + at];
            flags |= FLAGS_OF(sums, columns)[at];
        }
        if (v != 0) {
            __global uint *words =
                (__global uint *)(counts + (COUNTS ? cells : 0)) + 4 * ((v - 1) * (size_t)cells + place);
            words[0] = (uint)total;
            words[1] = (uint)(total >> 32);
            words[2] = (long)total < 0 ? UINT_MAX : 0;
            words[3] = flags >> 4 * (v - 1) & 15u;
        } else if (COUNTS) {
            counts[place] = total;
        }
    }
}
