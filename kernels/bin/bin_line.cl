// bin_line: finds the bin of a float by its place on a line (see line.cl).

// Returns true only for a sample in range. May return false for a sample in range if one end of the range is 0 or a
// denormal.
static inline bool OF_AXIS(surely_in_range)(SAMPLE x, const problem *p) {
    if (NONNEGATIVE) return AS_KEY(x) - MIN_BITS <= SPAN;
    return x >= MIN_VALUE && x <= MAX_VALUE;
}

// The cell of a sample near an edge between bins, or out of range.
static inline uint OF_AXIS(cell_near)(SAMPLE x, uint edge, const problem *p) {
    const KEY key = key_of(x);
    const KEY offset = key - FIRST_KEY;
    if (offset > LAST_OFFSET) return OF_AXIS(cell_outside)(key, p);
    const uint bin = min(edge, LAST_BIN);
    if (EXACT) return bin;
    return THRESHOLD(bin) <= offset ? bin : bin - 1; // never bin - 1 for bin 0, because thresholds[0] is 0
}

static inline uint OF_AXIS(bin_of)(SAMPLE x, ulong i, const problem *p) {
    place_on_line place;
    OF_AXIS(place_of)(&place, x, p);
    const bool resolved = OF_AXIS(surely_in_range)(x, p) & place.clear;
    return resolved ? place.bin : OF_AXIS(cell_near)(x, place.edge, p);
}

// Like bin_of(), but without a branch. Returns false if the bin is ambiguous, so that bin_of() is needed.
static inline bool OF_AXIS(find_quickly)(uint *bin, SAMPLE x, ulong i, const problem *p) {
    place_on_line place;
    OF_AXIS(place_of)(&place, x, p);
    *bin = place.bin;
    return OF_AXIS(surely_in_range)(x, p) & place.clear;
}
