// loops_cells_joint: an element has one cell.
#define CELLS_OF_ELEMENT 1
static inline uint joint_bin(const uint *bins, const problem *p) {
    uint bin = joint_cell(true, bins, p);
    for (uint axis = 0; axis < AXES; ++axis)
        if (CAN_BE_AMBIGUOUS && bins[axis] == AMBIGUOUS) bin = AMBIGUOUS;
    return bin;
}
#define PUT_QUICK_CELLS cells[0][k] = cell_of(is_counted(&e), joint_bin(bins, p), false, 0, p);
#define PUT_CELLS cells[0][k] = cell_of(is_counted(&e), joint_cell(true, bins, p), false, 0, p);
