// add_axes: adds an element to the cell of its bin on each axis, if that bin is counted.
#define BIN_OR_SPARE(axis, bin) (bin)
#define ADD_AXIS(axis) \
    if (bins[axis] < COUNTED_##axis) add_cell(a, FIRST_COUNTED_##axis + bins[axis], e, place, p, u);
static inline void
add_element(accumulator *a, const uint *bins, const element *e, uint place, const problem *p, units u) {
    if (!is_counted(e)) return;
    EACH_AXIS(ADD_AXIS)
}
