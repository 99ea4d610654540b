// part: the rectangle of elements that one histogram counts, of one row unless ROWS.

// The places of the job's elements (in mask bytes and weights; fetch_*.cl has those of the samples), their division
// into parts, and the slice of each part that this launch counts. the host declares the parameters of these names.
typedef struct {
    source from;
    ulong mask_first, mask_row, weight_first, weight_row;
    ulong width, height, part_width, part_height, parts_across;
    ulong slice_x, slice_y, slice_width, slice_height;
} geometry;
#define GEOMETRY                                                                                                      \
    {                                                                                                                 \
        SOURCE, mask_first, mask_row, weight_first, weight_row, width, height, part_width, part_height, parts_across, \
            slice_x, slice_y, slice_width, slice_height                                                               \
    }

typedef struct {
    ulong x, y, width, height;
} rectangle;
