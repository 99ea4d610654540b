// bin_none: no sample of this type is in range.
static inline uint OF_AXIS(bin_of)(SAMPLE x, ulong i, const problem *p) { return OF_AXIS(cell_outside)(key_of(x), p); }
