// bin_offset_of_key: the offset of a sample by its key, see bin_offset.cl.
static inline KEY OF_AXIS(offset_of)(SAMPLE x, const problem *p) { return key_of(x) - FIRST_KEY; }
