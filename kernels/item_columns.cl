// item_columns: the kernel that counts columns on CPUs.

// Counts the byte of column c in row n of the block.
#define ADD_VALUE(c, n)                                                                                        \
    {                                                                                                          \
        __local ulong *p = table + ((c)*PADDED_VALUES + byte_of_row(&job, b.at[n], first + (c))) * WIDE_WORDS; \
        for (uint w = 0; w < WIDE_WORDS; ++w) p[w] += b.words[w][n];                                           \
    }

__kernel __attribute__((REQUIRED_SIZE(1))) void
count_columns(ROW_PARAMETERS, uint columns, uint parts, __global ulong *sums) {
    ROW_CONSTANTS
    __local ulong table[TILE_COLUMNS * PADDED_VALUES * WIDE_WORDS];
    const rows_of_job job = ROWS_OF_JOB;
    const uint group = (uint)get_group_id(0), own_tile = group / parts, first = own_tile * TILE_COLUMNS;
    // No % here, because Oclgrind cannot compute a remainder and a quotient of the same operands.
    const uint part = group - own_tile * parts;
    const uint tile = min((uint)TILE_COLUMNS, columns - first);
    const uint chunk = (rows + parts - 1) / parts, begin = min(rows, part * chunk), end = min(rows, begin + chunk);
    scaling scales[VECTORS + 1];
    scales_of(scales, job.range, job.known);
    for (uint i = 0; i < tile * PADDED_VALUES * WIDE_WORDS; ++i) table[i] = 0;
    uint counted = 0;
    block b;
    for (uint i = begin; i < end; i += min((uint)BLOCK, end - i)) {
        const uint found = find_block(&b, &job, scales, i, min((uint)BLOCK, end - i), first, tile, columns);
        if (counted + found > MAX_ROWS_AT_ONCE) {
            empty_table(table, first, tile, columns, sums, parts == 1);
            counted = 0;
        }
        counted += found;
        if (BESIDE == 1) {
            for (uint c = 0; c < tile; ++c)
                for (uint n = 0; n < found; ++n) ADD_VALUE(c, n)
            continue;
        }
        for (uint n = 0; n < found; ++n) {
            if (tile < columns && n + ROWS_AHEAD < found) {
                __global const uchar *ahead = job.samples + BYTE_OF_PLACE(b.at[n + ROWS_AHEAD] + first);
                PREFETCH(ahead, 1)
                PREFETCH(ahead + tile - 1, 1)
            }
            for (uint c = 0; c < tile; ++c) ADD_VALUE(c, n)
        }
    }
    empty_table(table, first, tile, columns, sums, parts == 1);
}
