// part: the rectangle of elements that one histogram counts; without ROWS it is a single row.

// Says where the job's elements are in the mask and the weights (for their samples, see fetch_*.cl), how they are
// divided into parts, and which slice of each part this launch counts. The host declares parameters with the names of
// the members.
typedef struct {
    source from;
    __global const WEIGHT *weights[VECTORS]; // null without weights
    ulong first_weight[VECTORS];
    ulong mask_first, mask_row, weight_row;
    ulong weight_step; // the value of WEIGHT_STEP, or 0 if that is a constant
    ulong width, height, part_width, part_height, parts_across;
    ulong slice_x, slice_y, slice_width, slice_height;
} geometry;
#define GEOMETRY                                                                                                \
    {                                                                                                           \
        SOURCE, {WEIGHTS_OF_JOB}, {FIRST_WEIGHTS_OF_JOB}, mask_first, mask_row, weight_row, weight_step, width, \
            height, part_width, part_height, parts_across, slice_x, slice_y, slice_width, slice_height          \
    }

typedef struct {
    ulong x, y, width, height;
} rectangle;
