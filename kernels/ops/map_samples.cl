// map_samples: maps are applied to samples in a buffer. SOURCE and DESTINATION are the types of samples and of levels,
// uchar or ushort.
#define ROW_PARAMETERS                                                                                      \
    __global const SOURCE *source, ulong source_first, ulong source_row, __global DESTINATION *destination, \
        ulong destination_first, ulong destination_row, ulong width
#define MAP_SAMPLES(x, y, LEVEL_OF)                              \
    destination[destination_first + (y)*destination_row + (x)] = \
        (DESTINATION)min(LEVEL_OF((uint)source[source_first + (y)*source_row + (x)]), (uint)MAX_LEVEL);
