// add_joint: adds an element to its joint cell, if it has one.
#define BIN_OR_SPARE(axis, bin) (bin)
static inline void
add_element(accumulator *a, const uint *bins, const element *e, uint place, const problem *p, units u) {
    if (!is_counted(e)) return;
    const uint cell = joint_cell(true, bins, p);
    if (cell != NO_BIN) add_cell(a, cell, e, place, p, u);
}
