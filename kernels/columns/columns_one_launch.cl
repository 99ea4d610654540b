// columns_one_launch: the last work-group of a tile to arrive writes the counters of the tile's columns, so that no
// second launch is needed.
//
// A group arrives by incrementing the tile's state after its additions to the sums. OpenCL 1.2 does not order atomics
// on different addresses, and with only a fence between them, some additions became visible after the arrival (H200). A
// data dependency therefore delays the increment: each work-item combines the results of its atomics (atomic_results),
// which exist only when these are done, and writes them to local memory; after the barrier, one work-item increments
// the state. The last group then reads the sums by atomics. No memory model guarantees that an atomic whose result is
// known is visible to all; this was tested on NVIDIA GPUs and on CPUs. columns_two_launches.cl does not need this
// assumption.

// Number of cells of an axis that finish_tile() visits. With IDENTITY, values in no cell are included, so that their
// sums are zeroed.
#define MAX_CELLS (IDENTITY ? VALUES : max_cells)
// Number of cells whose sums a work-item reads before it writes the first cell, so that the reads overlap: LOADS, or
// all its cells if it has fewer. With PAIRED it is always LOADS: on an H200 the loop over the rows of pairs is then 4 %
// faster.
#define CELLS_PER_ITEM ((TILE_COLUMNS * VALUES + GROUP_SIZE - 1) / GROUP_SIZE)
#define CELLS_AT_ONCE (PAIRED || CELLS_PER_ITEM > LOADS ? LOADS : CELLS_PER_ITEM)

// Writes the counters of a tile's columns, whose sums are complete.
static inline void finish_tile(const rows_of_job *job, uint tile, uint columns, uint max_cells, const scaling *scales,
                               bool flagged, __global ulong *sums, CELL_PARAMETERS) {
    for (uint first = (uint)get_local_id(0); first < TILE_COLUMNS * MAX_CELLS; first += CELLS_AT_ONCE * GROUP_SIZE) {
        cell_sums taken[CELLS_AT_ONCE];
        bool has[CELLS_AT_ONCE];
        UNROLLED for (uint k = 0; k < CELLS_AT_ONCE; ++k) {
            const uint a = first + k * GROUP_SIZE, n = tile * TILE_COLUMNS + a % TILE_COLUMNS, cell = a / TILE_COLUMNS;
            // With IDENTITY, `axis` is loaded only for cells that are taken. Otherwise PoCL 6 with LLVM 18 aborts with
            // "Instruction Combining did not reach a fixpoint".
            has[k] = n < job->counted && cell < MAX_CELLS;
            if (!has[k]) continue;
            const uint axis = axis_of_column(job->channels, job->counted, columns, n);
            if (!IDENTITY) has[k] = cell < cells_of_axis(axis, CELL_ARGUMENTS);
            if (has[k])
                take_cell(taken + k, sums, columns, axis, START_OF_CELL(axis, cell), START_OF_CELL(axis, cell + 1),
                          flagged, CELL_ARGUMENTS);
        }
        UNROLLED for (uint k = 0; k < CELLS_AT_ONCE; ++k) {
            const uint a = first + k * GROUP_SIZE, n = tile * TILE_COLUMNS + a % TILE_COLUMNS, cell = a / TILE_COLUMNS;
            if (!has[k]) continue;
            const uint axis = axis_of_column(job->channels, job->counted, columns, n);
            if (!IDENTITY || cell < cells_of_axis(axis, CELL_ARGUMENTS))
                write_cell(taken + k, axis, cell, scales, CELL_ARGUMENTS);
        }
    }
    if (IDENTITY) return;
    // The sums of values in no cell are only zeroed.
    for (uint a = (uint)get_local_id(0); a < TILE_COLUMNS * VALUES; a += GROUP_SIZE) {
        const uint column = tile * TILE_COLUMNS + a % TILE_COLUMNS, n = a / TILE_COLUMNS;
        if (column >= job->counted) continue;
        const uint axis = axis_of_column(job->channels, job->counted, columns, column);
        if (n < START_OF_CELL(axis, cells_of_axis(axis, CELL_ARGUMENTS))) continue;
        cell_sums dropped;
        take_cell(&dropped, sums, columns, axis, n, n + 1, flagged, CELL_ARGUMENTS);
    }
}

// `last`: whether this is the job's last launch, which writes the counters.
__kernel __attribute__((REQUIRED_SIZE(GROUP_SIZE))) void
count_columns(ROW_PARAMETERS, uint columns, uint parts, __global ulong *sums, uint last, uint max_cells,
              CELL_PARAMETERS) {
    ROW_CONSTANTS
    __local uint table[LIMBS * TABLE_LIMB];
    const rows_of_job job = ROWS_OF_JOB;
    scaling scales[VECTORS + 1];
    scales_of(scales, job.range, job.known, job.room);
    const atomic_results done = count_tile(table, &job, rows, parts, columns, scales, sums);
    const uint item = (uint)get_local_id(0), tile = (uint)get_group_id(0) / parts;
    __global uint *state = STATE_OF_TILE(sums, columns, tile);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_xor(table + item % TEAM, (uint)done ^ (uint)(done >> 32)); // the table is no longer needed
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (item == 0) table[0] = last != 0 ? atomic_inc(state) : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint arrived = table[0];
    if (last == 0 || (arrived & ~FLAGGED) != parts - 1) return;
    finish_tile(&job, tile, columns, max_cells, scales, arrived >= FLAGGED, sums, CELL_ARGUMENTS);
    if (item != 0) return;
    atomic_xchg(state, 0u);
    if (tile == 0) skipped[0] = atomic_xchg(STATE_OF_JOB(sums, columns) + SKIPPED, 0u);
}
