// columns_two_launches: when all rows are counted, a second launch writes the counters (finish_columns.cl). The queue
// orders the two launches.
__kernel __attribute__((REQUIRED_SIZE(GROUP_SIZE))) void
count_columns(ROW_PARAMETERS, uint columns, uint parts, __global ulong *sums) {
    ROW_CONSTANTS
    __local uint table[LIMBS * TABLE_LIMB];
    const rows_of_job job = ROWS_OF_JOB;
    scaling scales[VECTORS + 1];
    scales_of(scales, job.range, job.known, job.room);
    count_tile(table, &job, rows, parts, columns, scales, sums);
}
