// blocks_packed: blocks start at multiples of LOAD_BYTES. Samples are those of one channel, without gaps.

// The elements of a row before its first block, and whether its blocks are aligned.
static inline uint head_of(SAMPLES row, const source *s, bool *aligned) {
    const uint past = (uint)((size_t)row % LOAD_BYTES) / (uint)sizeof(SAMPLE);
    *aligned = true;
    return (ELEMENTS_PER_LOAD - past) % ELEMENTS_PER_LOAD;
}

// Whether all rows have as many elements before their blocks.
static inline bool rows_are_alike(const source *s) { return s->row * sizeof(SAMPLE) % LOAD_BYTES == 0; }
