// values: samples of 8 and 16 bits are counted by what they are, and each value is binned once, as a work-group ends. So a
// sample costs no binning at all, whatever the bins.
//
// Value v of an axis stands for the sample whose key is VALUE_KEY_<axis> + v; axis after axis, they are counted from
// FIRST_COUNTED_<axis> on. Bytes have all 256 values. Of wider samples only those in range are values, if the rest is dropped.

static inline uint value_of(SAMPLE x, uint first_key, uint values) {
    const uint v = (uint)key_of(x) - first_key;
    return sizeof(SAMPLE) == 1 || v < values ? v : NO_BIN;
}

static inline SAMPLE sample_of_key(uint key) {
#if SAMPLE_KIND == SAMPLE_KIND_SIGNED
    return (SAMPLE)(key ^ KEY_SIGN);
#else
    return (SAMPLE)key;
#endif
}

// The cell of a value, in the histogram of all axes.
static inline uint cell_of_value(uint value, __global const KEY *thresholds) {
    uint cell;
#define CELL_OF_VALUE(axis)                                                                                            \
    if (value < FIRST_COUNTED_##axis + VALUES_##axis) {                                                                \
        cell = bin_of_##axis(sample_of_key(value - FIRST_COUNTED_##axis + VALUE_KEY_##axis), 0, thresholds);            \
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
