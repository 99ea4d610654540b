// line_exact: edge i is at place i of the line; see line.cl.
static inline void OF_AXIS(place_of)(place_on_line *place, SAMPLE x, const problem *p) {
    const uint whole = UINT_OF(x * SCALE + START);
    place->bin = CAPPED ? min(whole, LAST_BIN) : whole;
    place->edge = place->bin;
    place->clear = true;
}
