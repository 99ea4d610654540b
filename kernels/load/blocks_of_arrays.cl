// blocks_of_arrays: blocks start at aligned addresses if there is an element at which all arrays are aligned.

// Returns the number of elements of a row before its first block. Sets *aligned to whether the row's blocks are
// aligned. If they are not, returns 0.
#define LEAD_IN_ARRAY(axis) \
    (uint)((size_t)AXIS_SAMPLES(row, s, axis) % (ELEMENTS_PER_LOAD * sizeof(STORED_##axis)) / sizeof(STORED_##axis))
#define COMPARE_LEAD(axis) *aligned = *aligned && LEAD_IN_ARRAY(axis) == lead;
static inline uint head_of(SAMPLES row, const source *s, bool *aligned) {
    const uint lead = LEAD_IN_ARRAY(0);
    *aligned = true;
    EACH_AXIS(COMPARE_LEAD)
    return *aligned ? (ELEMENTS_PER_LOAD - lead) % ELEMENTS_PER_LOAD : 0;
}

// Whether all rows have the same number of elements before their first block.
#define COMPARE_ROWS(axis) alike = alike && s->row_##axis % ELEMENTS_PER_LOAD == 0;
static inline bool rows_are_alike(const source *s) {
    bool alike = true;
    EACH_AXIS(COMPARE_ROWS)
    return alike;
}
