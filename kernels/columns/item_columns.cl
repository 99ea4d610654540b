// item_columns: the kernel that counts columns on CPUs.

// Counts the n-th row of a block in column c of the tile.
static inline ALWAYS_INLINE void
count_value(__local ulong *table, const rows_of_job *job, const block *b, uint n, uint first, uint c, bool by_table) {
    const ulong place = place_of_column(job, b->at[n], first + c, by_table);
    __local ulong *p = table + (c * PADDED_VALUES + SAMPLE_AT(job->samples, place)) * WIDE_WORDS;
    add_row(p, b->words, n);
}

// Counts the first `found` rows of a block. `by_table` is a constant, so that the loops have no branch.
static inline ALWAYS_INLINE void count_block(__local ulong *table, const rows_of_job *job, const block *b, uint found,
                                             uint first, uint tile, uint columns, bool by_table) {
    if (BESIDE == 1) {
        for (uint c = 0; c < tile; ++c)
            for (uint n = 0; n < found; ++n) count_value(table, job, b, n, first, c, by_table);
        return;
    }
    for (uint n = 0; n < found; ++n) {
        if (tile < columns && n + ROWS_AHEAD < found) {
            const ulong at = b->at[n + ROWS_AHEAD];
            for (uint c = 0; c < (by_table ? tile : 1); c += 8) // by_table: listed channels may be cache lines apart
                PREFETCH(job->samples + BYTE_OF_PLACE(place_of_column(job, at, first + c, by_table)), 1)
            PREFETCH(job->samples + BYTE_OF_PLACE(place_of_column(job, at, first + tile - 1, by_table)), 1)
        }
        for (uint c = 0; c < tile; ++c) count_value(table, job, b, n, first, c, by_table);
    }
}

__kernel __attribute__((REQUIRED_SIZE(1))) void
count_columns(ROW_PARAMETERS, uint columns, uint parts, __global ulong *sums) {
    ROW_CONSTANTS
    __local ulong table[TILE_COLUMNS * PADDED_VALUES * WIDE_WORDS];
    const rows_of_job job = ROWS_OF_JOB;
    const uint group = (uint)get_group_id(0), own_tile = group / parts, first = own_tile * TILE_COLUMNS;
    // No % here, because Oclgrind cannot compute a remainder and a quotient of the same operands.
    const uint part = group - own_tile * parts;
    const uint tile = min((uint)TILE_COLUMNS, job.counted - first);
    const uint chunk = (rows + parts - 1) / parts, begin = min(rows, part * chunk), end = min(rows, begin + chunk);
    scaling scales[VECTORS + 1];
    scales_of(scales, job.range, job.known, job.room);
    for (uint i = 0; i < tile * PADDED_VALUES * WIDE_WORDS; ++i) table[i] = 0;
    uint in_table = 0; // number of rows that the table has counted
    block b;
    for (uint i = begin; i < end; i += min((uint)BLOCK, end - i)) {
        const uint found = find_block(&b, &job, scales, i, min((uint)BLOCK, end - i), first, tile, columns);
        if (in_table + found > MAX_ROWS_AT_ONCE) {
            empty_table(table, &job, first, tile, columns, sums, parts == 1);
            in_table = 0;
        }
        in_table += found;
        if (BY_TABLE(&job))
            count_block(table, &job, &b, found, first, tile, columns, true);
        else
            count_block(table, &job, &b, found, first, tile, columns, false);
    }
    empty_table(table, &job, first, tile, columns, sums, parts == 1);
}
