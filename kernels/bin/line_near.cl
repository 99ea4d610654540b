// line_near: edge i is close to place i - 1/2 of the line; see line.cl. Adding ROUNDING to a place rounds it to an
// integer, which is then in the low bits of the sum. If FINE, the distance from the bin's middle is computed again with
// the low parts of the constants. This pays off if there are so many bins that the rounding error is a considerable
// part of a bin.
static inline void OF_AXIS(place_of)(place_on_line *place, SAMPLE x, const problem *p) {
    const SAMPLE distance = x - LOWER;
    const SAMPLE at = clamp(distance * SCALE + START, (SAMPLE)0, (SAMPLE)LAST_BIN);
    const SAMPLE rounded = at + ROUNDING;
    const SAMPLE middle = rounded - ROUNDING;
    const SAMPLE from_middle =
        FINE ? fma(distance, SCALE, START - middle) + fma(distance, SCALE_LOW, START_LOW) : at - middle;
    place->bin = (uint)(AS_KEY(rounded) - AS_KEY(ROUNDING));
    place->edge = place->bin + (from_middle > 0 ? 1 : 0);
    place->clear = fabs(from_middle) < CLEAR;
}
