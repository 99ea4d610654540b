// loops_cells: converts the bins of a block's elements to cells.
#define AMBIGUOUS 0xfffffffeu
#define AMBIGUOUS_CELL ((CELL)AMBIGUOUS)

// Returns the cell of a bin. `first` is the first cell of the bin's axis, or 0 for a joint bin. A bin is in range,
// NO_BIN or AMBIGUOUS; on a line it is in range or AMBIGUOUS. All results are computed and one is selected, because
// compilers turn nested branches into a switch, which prevents the vectorization of a loop.
static inline CELL cell_of(bool counted, uint bin, bool line, uint first, const problem *p) {
    const CELL in_range = (CELL)(first + bin), spare = (CELL)SPARE_CELL, ambiguous = AMBIGUOUS_CELL;
    const CELL resolved = line || bin != NO_BIN ? in_range : spare;
    const CELL cell = CAN_BE_AMBIGUOUS && bin == AMBIGUOUS ? ambiguous : resolved;
    return counted ? cell : spare;
}
