// cell_joint: an element falls into one cell of the joint histogram of all axes.

// The joint cell for the bins on all axes, or NO_BIN if one of them is past the last, or the element is not counted. A
// single conditional expression: with nested ones, PoCL 6 with LLVM 18 aborts with "Instruction Combining did not reach
// a fixpoint".
#define JOIN_AXIS(axis)                               \
    counted = counted & (bins[axis] < EXTENT_##axis); \
    cell = cell * EXTENT_##axis + bins[axis];
static inline uint joint_cell(bool counted, const uint *bins, const problem *p) {
    uint cell = 0;
    EACH_AXIS(JOIN_AXIS)
    return counted ? cell : NO_BIN;
}
