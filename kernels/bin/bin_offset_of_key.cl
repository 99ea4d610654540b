// bin_offset_of_key: computes the offset of a sample from its key; see bin_offset.cl.
static inline KEY OF_AXIS(offset_of)(SAMPLE x, const problem *p) { return key_of(x) - FIRST_KEY; }
