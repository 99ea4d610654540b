// add_joint_spare: adds an element to its joint cell, or to the variant's spare bin.
#define BIN_OR_SPARE(axis, bin) (bin)
static inline void
add_element(accumulator *a, const uint *bins, const element *e, uint place, const problem *p, units u) {
    add_cell(a, min(joint_cell(is_counted(e), bins, p), SPARE_BIN), e, place, p, u);
}
