// write_columns: the kernel that writes a job's sums of float weights in their mergeable form.

// partial_offset() in src/variants/counters.hpp describes the mergeable form: 64-bit counts, then wide sums
// (amount_float.cl) in the unit of the weights. One work-item for each cell (dimension 0) of each counted column
// (dimension 1).
__kernel void write_columns(__global ulong *sums, __global const uint *channels, uint counted, uint columns, uint known,
                            uint room, CELL_PARAMETERS) {
    const uint n = (uint)get_global_id(1), cell = (uint)get_global_id(0);
    const uint axis = axis_of_column(channels, counted, columns, n), first = first_cells[axis];
    if (n == 0 && cell == 0) skipped[0] = STATE_OF_JOB(sums, columns)[SKIPPED];
    if (cell >= first_cells[axis + 1] - first) return;
    const uint begin = START_OF_CELL(axis, cell), end = START_OF_CELL(axis, cell + 1);
    const size_t place = first + cell;
    cell_sums taken;
    take_cell(&taken, sums, columns, axis, begin, end, true, CELL_ARGUMENTS);
    __global ulong *partial = (__global ulong *)counts;
    if (COUNTS) partial[place] = taken.count;
    for (uint v = 0; v < VECTORS; ++v) {
        __global uint *words = (__global uint *)(partial + (COUNTS ? cells : 0)) + 4 * (v * (size_t)cells + place);
        words[0] = (uint)taken.sums[v][0];
        words[1] = (uint)(taken.sums[v][0] >> 32);
        words[2] = high_word(taken.sums[v]);
        words[3] = taken.flags >> 4 * v & 15u;
    }
}
