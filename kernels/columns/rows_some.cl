// rows_some: only the rows of a list, or those that a mask does not exclude, are counted.

// Finds the rows to count, one by one. Returns their number.
static inline uint find_block(block *b, const rows_of_job *job, const scaling *scales, uint first, uint count,
                              uint tile_first, uint tile, uint columns) {
    uint found = 0;
    for (uint i = 0; i < count; ++i) {
        row r;
        find_row(&r, job, first + i, elements_of_list(job));
        if (tile_first == 0 && r.skipped) report_skipped(job);
        if (!r.counted) continue;
        const ulong at = r.element * job->stride;
        PREFETCH(job->samples + BYTE_OF_PLACE(place_of_column(job, at, tile_first, BY_TABLE(job))),
                 1) // because listed rows may be anywhere
        b->at[found] = at;
        b->words[0][found] = 1;
        for (uint v = 0; v < VECTORS; ++v) {
            WEIGHT_VALUE weight = weight_of_row(job, &r, v);
            if (!is_plain(weight, scales + v)) {
                flag_row(job, at, tile_first, tile, columns, weight, v);
                weight = 0;
            }
            set_words(b->words, found, weight, scales + v, v);
        }
        ++found;
    }
    return found;
}
