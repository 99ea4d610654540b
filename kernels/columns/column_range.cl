// column_range: the kernel that finds, before rows are counted, the greatest exponent of the weights of counted rows.

// Whether any value of a row falls into a cell. `in_cells` has a bit for each value of each column, which is set if the
// value falls into a cell.
static inline bool
falls_into_a_cell(const rows_of_job *job, const row *r, uint columns, __global const uint *in_cells) {
    const ulong at = r->element * job->stride;
    for (uint c = 0; c < columns; ++c) {
        const uint value = byte_of_row(job, at, c);
        if ((in_cells[8 * c + value / 32] >> value % 32 & 1u) != 0) return true;
    }
    return false;
}

// Finds the greatest exponent field of each vector's finite counted weights. Bins are looked up only for rows in which
// a weight's exponent field exceeds the greatest that the work-item has found for that vector.
__kernel void column_range(ROW_PARAMETERS, uint columns, __global ulong *sums, __global const uint *in_cells) {
    ROW_CONSTANTS
    const rows_of_job job = ROWS_OF_JOB;
    uint max_fields[VECTORS];
    for (uint v = 0; v < VECTORS; ++v) max_fields[v] = 0;
    for (ulong n = get_global_id(0); n < rows; n += get_global_size(0)) {
        row r;
        find_row(&r, &job, (uint)n, elements_of_list(&job));
        if (!r.counted) continue;
        uint fields[VECTORS];
        bool above = false;
        for (uint v = 0; v < VECTORS; ++v) {
            fields[v] = finite_field(weight_of_row(&job, &r, v));
            above = above || fields[v] > max_fields[v];
        }
        if (!above || !falls_into_a_cell(&job, &r, columns, in_cells)) continue;
        for (uint v = 0; v < VECTORS; ++v) max_fields[v] = max(max_fields[v], fields[v]);
    }
    for (uint v = 0; v < VECTORS; ++v)
        if (max_fields[v] != 0) atomic_max(STATE_OF_JOB(sums, columns) + RANGE + v, max_fields[v]);
}
