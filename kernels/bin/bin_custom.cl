// bin_custom: the cell is computed by the problem's expression of x and i, CUSTOM_VALUE. CUSTOM_PARTS defines variables
// for subexpressions that would be nested too deeply. All cells are read before the branches, as in bin_outside.cl.
static inline uint OF_AXIS(custom_cell)(CUSTOM_X x, ulong i, const problem *p) {
#pragma OPENCL FP_CONTRACT OFF
    const uint bins = AXIS_BINS, zero = CUSTOM_ZERO, below = UNDERFLOW_CELL, above = OVERFLOW_CELL,
               not_a_number = NAN_CELL;
    CUSTOM_PARTS
    const CUSTOM_TYPE value = CUSTOM_VALUE;
    if (CUSTOM_IS_NAN(value)) return not_a_number;
    const CUSTOM_WHOLE whole = CUSTOM_TO_WHOLE(value);
    return value < 0 ? below : whole >= bins ? above : (uint)whole;
}

static inline uint OF_AXIS(bin_of)(SAMPLE x, ulong i, const problem *p) {
    if (SAMPLE_IS_FLOAT && key_of(x) - FIRST_NUMBER > LAST_NUMBER) return NAN_CELL;
    return OF_AXIS(custom_cell)(VALUE_OF(x), i, p);
}
