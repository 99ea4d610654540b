// cell_joint: an element is added to one cell of the joint histogram of all axes.

// Returns the joint cell of the bins on all axes, or NO_BIN if a bin is past its axis's last one or the element is not
// `counted`. There is a single conditional expression, because with nested ones PoCL 6 with LLVM 18 aborts with
// "Instruction Combining did not reach a fixpoint".
#define JOIN_AXIS(axis)                               \
    counted = counted & (bins[axis] < EXTENT_##axis); \
    cell = cell * EXTENT_##axis + bins[axis];
static inline uint joint_cell(bool counted, const uint *bins, const problem *p) {
    uint cell = 0;
    EACH_AXIS(JOIN_AXIS)
    return counted ? cell : NO_BIN;
}
