// values: 8- and 16-bit samples are counted by value, and each value is binned once, when a work-group ends. So binning
// costs nothing per sample, whatever the bins.
//
// A byte is its own value, by its bits. For wider samples, value v of an axis is the sample with key VALUE_KEY_<axis> + v; if
// samples out of range are dropped, only those in range have values. The values of an axis are counted from FIRST_COUNTED_<axis> on.

#if SAMPLE_BITS == 8
static inline uint value_of(SAMPLE x, uint first_key, uint values) { return AS_UNSIGNED(x); }
static inline SAMPLE sample_of_value(uint value, uint first_key) { return AS_SAMPLE((uchar)value); }
#else
static inline uint value_of(SAMPLE x, uint first_key, uint values) {
    const uint v = (uint)key_of(x) - first_key;
    return v < values ? v : NO_BIN;
}
static inline SAMPLE sample_of_value(uint value, uint first_key) {
    const uint key = value + first_key;
    return (SAMPLE)(SAMPLE_KIND == SAMPLE_KIND_SIGNED ? key ^ KEY_SIGN : key);
}
#endif

// The cell of a value, in the histogram of all axes.
static inline uint cell_of_value(uint value, const problem *p) {
    uint cell;
#define CELL_OF_VALUE(axis)                                                                                            \
    if (value < FIRST_COUNTED_##axis + VALUES_##axis) {                                                                \
        cell = bin_of_##axis(sample_of_value(value - FIRST_COUNTED_##axis, VALUE_KEY_##axis), 0, p);            \
        return cell == NO_BIN ? NO_BIN : FIRST_CELL_##axis + cell;                                                     \
    }
    CELL_OF_VALUE(0)
#if AXES > 1
    CELL_OF_VALUE(1)
#endif
#if AXES > 2
    CELL_OF_VALUE(2)
#endif
#if AXES > 3
    CELL_OF_VALUE(3)
#endif
    return NO_BIN;
}
