// blocks_aligned: blocks start at multiples of LOAD_BYTES if all vectors of a block can be aligned. STRIDE is a
// constant.

// Whether all vectors of a block are aligned if the first is.
static inline bool can_align(const source *s) {
    return PLANAR ? AXES == 1 || s->plane * sizeof(SAMPLE) % LOAD_BYTES == 0 : true;
}

// Returns the number of elements of a row before its first block. Sets *aligned to whether the row's blocks are
// aligned. If they are not, returns 0.
static inline uint head_of(SAMPLES row, const source *s, bool *aligned) {
    const size_t address = (size_t)(row + (PLANAR ? CHANNEL_0 * s->plane : 0));
    const uint past = (uint)(address % LOAD_BYTES) / (uint)sizeof(SAMPLE);
    // An aligned block contains the row's first element; `lead` is the number of the block's elements before that one.
    // If STRIDE is 3, multiplying by 11 replaces the division by 3, because 11 is the inverse of 3 modulo 16, 8, 4 and
    // 2.
    const uint lead = STRIDE == 3 ? past * 11 % ELEMENTS_PER_LOAD : past / STRIDE;
    *aligned = STRIDE == 1   ? can_align(s)
               : STRIDE == 3 ? can_align(s)
               : GAPS        ? past % STRIDE + CHANNELS <= STRIDE
                             : past % STRIDE == 0;
    return *aligned ? (ELEMENTS_PER_LOAD - lead) % ELEMENTS_PER_LOAD : 0;
}

// Whether all rows have the same number of elements before their first block.
static inline bool rows_are_alike(const source *s) {
    return ELEMENTS_PER_LOAD == 1 || s->row * sizeof(SAMPLE) % LOAD_BYTES == 0;
}
