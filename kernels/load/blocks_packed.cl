// blocks_packed: blocks start at multiples of LOAD_BYTES. There is one channel, without gaps.

// Returns the number of elements of a row before its first block. Sets *aligned to whether the row's blocks are
// aligned.
static inline uint head_of(SAMPLES row, const source *s, bool *aligned) {
    const uint past = (uint)((size_t)row % LOAD_BYTES) / (uint)sizeof(SAMPLE);
    *aligned = true;
    return (ELEMENTS_PER_LOAD - past) % ELEMENTS_PER_LOAD;
}

// Whether all rows have the same number of elements before their first block.
static inline bool rows_are_alike(const source *s) { return s->row * sizeof(SAMPLE) % LOAD_BYTES == 0; }
