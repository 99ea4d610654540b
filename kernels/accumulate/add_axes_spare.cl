// add_axes_spare: adds an element to the cell of its bin on each axis, or to the variant's spare bin. BIN_OR_SPARE
// replaces bins past the last by the spare bin.
#define BIN_OR_SPARE(axis, bin) min(bin, SPARE_BIN - FIRST_COUNTED_##axis)
#define ADD_AXIS(axis) \
    add_cell(a, FIRST_COUNTED_##axis + (counted ? bins[axis] : SPARE_BIN - FIRST_COUNTED_##axis), e, place, p, u);
static inline void
add_element(accumulator *a, const uint *bins, const element *e, uint place, const problem *p, units u) {
    const bool counted = is_counted(e);
    EACH_AXIS(ADD_AXIS)
}
