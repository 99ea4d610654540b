// partial_rows: a row of partials has a word for each bin.
static inline uint partial_at(__global const uint *row, uint words, uint bins, size_t bin) { return row[bin]; }
