// loops_cells_joint: an element has one cell.
#define CELLS_PER_ELEMENT 1
// EACH_AXIS is used instead of a loop over the axes, because compilers would unroll such a loop only after they try to
// vectorize the loop over a block.
#define LOOK_FOR_AMBIGUOUS(axis) ambiguous = ambiguous | (bins[axis] == AMBIGUOUS);
static inline uint joint_bin(const uint *bins, const problem *p) {
    const uint bin = joint_cell(true, bins, p);
    bool ambiguous = false;
    EACH_AXIS(LOOK_FOR_AMBIGUOUS)
    return CAN_BE_AMBIGUOUS && ambiguous ? AMBIGUOUS : bin;
}
#define PUT_QUICK_CELLS cells[0][k] = cell_of(is_counted(&e), joint_bin(bins, p), false, 0, p);
#define PUT_CELLS cells[0][k] = cell_of(is_counted(&e), joint_cell(true, bins, p), false, 0, p);
