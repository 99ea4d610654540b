// finish_columns: the kernel that writes the counters when all rows are counted. One work-item for each cell (dimension
// 0) of each counted column (dimension 1).
__kernel void finish_columns(__global ulong *sums, __global const uint *channels, uint counted, uint columns,
                             uint known, uint room, CELL_PARAMETERS) {
    const uint n = (uint)get_global_id(1), cell = (uint)get_global_id(0);
    const uint axis = axis_of_column(channels, counted, columns, n);
    __global uint *state = STATE_OF_JOB(sums, columns);
    scaling scales[VECTORS + 1];
    if (n == 0 && cell == 0) skipped[0] = state[SKIPPED];
    if (cell >= cells_of_axis(axis, CELL_ARGUMENTS)) return;
    scales_of(scales, state + RANGE, known, room);
    cell_sums taken;
    take_cell(&taken, sums, columns, axis, START_OF_CELL(axis, cell), START_OF_CELL(axis, cell + 1), HAS_FLAGS,
              CELL_ARGUMENTS);
    write_cell(&taken, axis, cell, scales, CELL_ARGUMENTS);
}
