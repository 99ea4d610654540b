// bin_outside: the cell of a sample that is in no bin, because it is below the range, above it, or NaN. Each of these
// three cells may be NO_BIN.
//
// All cells are read before the branches: LLVM would merge a read in each branch into one read at a variable position,
// and then keep all numbers in memory (AMD: 80 bytes of scratch per work-item).
static inline uint OF_AXIS(cell_outside)(KEY key, const problem *p) {
    const uint below = UNDERFLOW_CELL, above = OVERFLOW_CELL, not_a_number = NAN_CELL;
    if (SAMPLE_IS_FLOAT && key - FIRST_NUMBER > LAST_NUMBER) return not_a_number;
    return ALL_BELOW || key < FIRST_KEY ? below : above;
}
