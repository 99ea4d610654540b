// values: 8- and 16-bit samples are counted by value, and each work-group bins each value once, when it ends. Binning
// then costs nothing per sample, however the bins are defined. The counters of an axis's values begin at
// FIRST_COUNTED_<axis>.

// Returns the cell of a value among the cells of all axes, or NO_BIN.
#define CELL_OF_VALUE(axis)                                                                                     \
    if (value < FIRST_COUNTED_##axis + VALUES_##axis) {                                                         \
        const uint cell = bin_of_##axis(sample_of_value(value - FIRST_COUNTED_##axis, VALUE_KEY_##axis), 0, p); \
        return cell == NO_BIN ? NO_BIN : FIRST_CELL_##axis + cell;                                              \
    }
static inline uint cell_of_value(uint value, const problem *p) {
    EACH_AXIS(CELL_OF_VALUE)
    return NO_BIN;
}

#define BIN(axis, x, i, p) value_of(x, VALUE_KEY_##axis, VALUES_##axis)
#define FIND_QUICKLY(axis, bin, x, i, p) (*(bin) = BIN(axis, x, i, p), true)
