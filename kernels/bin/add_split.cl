// add_split: adds the shares of one element.
static inline void
add_element(accumulator *a, const uint *bins, const element *e, uint place, const problem *p, units u) {
    if (!is_counted(e)) return;
    interval s[AXES];
    intervals_of(s, e->x, p);
    shares to;
    begin_shares(&to, a, e, place, u);
    put_shares(&to, s, p);
    end_shares(&to, p);
}
