// bins: samples are binned as they are counted.
#define BIN(axis, x, i, p) bin_of_##axis(x, i, p)
#define FIND_QUICKLY(axis, bin, x, i, p) find_quickly_##axis(bin, x, i, p)

#define LOOK_AT_AXIS(axis)                                                     \
    {                                                                          \
        const bool in_cell = bin_of_##axis(x[axis], index, p) < EXTENT_##axis; \
        any = any | in_cell;                                                   \
        all = all & in_cell;                                                   \
    }
// Whether an element is in a cell on any axis or, if JOINT, on all axes.
static inline bool falls_into_a_cell(const SAMPLE *x, ulong index, const problem *p) {
    bool any = false, all = true;
    EACH_AXIS(LOOK_AT_AXIS)
    return JOINT ? all : any;
}
