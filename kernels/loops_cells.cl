// loops_cells: the cells of a block's elements.
#define AMBIGUOUS 0xfffffffeu
#define AMBIGUOUS_CELL ((CELL)AMBIGUOUS)

// The cell of a bin: on an axis whose cells begin at `first`, or joint. A bin is in range, NO_BIN, or AMBIGUOUS. Bins
// of a line (INDEXING_SCALE) are in range or AMBIGUOUS. All values are in variables, one of which is selected:
// compilers make a switch of branches, and do not vectorize a loop around it.
static inline CELL cell_of(bool counted, uint bin, bool line, uint first, const problem *p) {
    const CELL in_range = (CELL)(first + bin), spare = (CELL)SPARE_CELL, ambiguous = AMBIGUOUS_CELL;
    const CELL resolved = line || bin != NO_BIN ? in_range : spare;
    const CELL cell = CAN_BE_AMBIGUOUS && bin == AMBIGUOUS ? ambiguous : resolved;
    return counted ? cell : spare;
}
