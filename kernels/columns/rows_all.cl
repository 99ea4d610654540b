// rows_all: all rows are counted.

// Finds the rows of a block by loops that the compiler can vectorize. Returns their number.
static inline uint find_block(block *b, const rows_of_job *job, const scaling *scales, uint first, uint count,
                              uint tile_first, uint tile, uint columns) {
    const ulong start = job->row_first + first;
    for (uint i = 0; i < count; ++i) b->at[i] = (start + i) * job->stride;
    if (VECTORS == 0)
        for (uint i = 0; i < count; ++i) b->words[0][i] = 1;
    for (uint v = 0; v < VECTORS; ++v) {
        __global const WEIGHT *weights = job->weights[v] + job->first_weight[v];
        const scaling *scale = scales + v;
        uint max_bits = 0;
        for (uint i = 0; i < count; ++i) {
            const WEIGHT_VALUE weight = WEIGHT_AT(weights, (start + i) * WEIGHT_STEP(job));
            max_bits = max(max_bits, magnitude_bits(weight));
            set_words(b->words, i, weight, scale, v);
        }
        if (max_bits <= max_plain(scale)) continue;
        for (uint i = 0; i < count; ++i) {
            const WEIGHT_VALUE weight = WEIGHT_AT(weights, (start + i) * WEIGHT_STEP(job));
            if (is_plain(weight, scale)) continue;
            flag_row(job, b->at[i], tile_first, tile, columns, weight, v);
            set_words(b->words, i, 0, scale, v);
        }
    }
    return count;
}
