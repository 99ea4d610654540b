// apply_map: samples become the levels that maps have for their values. A program of its own, of constants and this file:
//
//     GREATEST_LEVEL         that the destination's type can hold
//     IMAGES                 0: source and destination are buffers, and then
//     SOURCE, DESTINATION    the types of samples and of levels: uchar or ushort
//                            1: they are images, and then
//     READ_PIXEL(x, y)       the integers of a pixel's channels, a uint4
//     WRITE_PIXEL(x, y, p)   writes such
//
// One work-item per sample, or per pixel; adjacent work-items have adjacent ones of a row. `last`: the greatest value that maps have
// a level for. Rows and offsets count samples. `mapped`: bit c if channel c of an image takes levels.

#pragma OPENCL FP_CONTRACT OFF

#if IMAGES
#define ROW_PARAMETERS read_only image2d_t source, write_only image2d_t destination, uint mapped, ulong width
#define MAP_CHANNEL(number)                                                                                            \
    if (mapped >> number & 1) pixel.s##number = LEVEL_OF(pixel.s##number);                                             \
    pixel.s##number = min(pixel.s##number, (uint)GREATEST_LEVEL);
#define MAP_SAMPLES(x, y)                                                                                              \
    {                                                                                                                  \
        uint4 pixel = READ_PIXEL((int)(x), (int)(y));                                                                  \
        MAP_CHANNEL(0) MAP_CHANNEL(1) MAP_CHANNEL(2) MAP_CHANNEL(3)                                                    \
        WRITE_PIXEL((int)(x), (int)(y), pixel);                                                                        \
    }
#else
#define ROW_PARAMETERS                                                                                                 \
    __global const SOURCE *source, ulong source_first, ulong source_row, __global DESTINATION *destination,            \
        ulong destination_first, ulong destination_row, ulong width
#define MAP_SAMPLES(x, y)                                                                                              \
    destination[destination_first + (y) * destination_row + (x)] =                                                     \
        (DESTINATION)min(LEVEL_OF((uint)source[source_first + (y) * source_row + (x)]), (uint)GREATEST_LEVEL);
#endif

__kernel void apply_map(ROW_PARAMETERS, __global const uint *map, uint last) {
    const ulong x = get_global_id(0), y = get_global_id(1);
    if (x >= width) return;
#define LEVEL_OF(value) map[min((value), last)]
    MAP_SAMPLES(x, y)
#undef LEVEL_OF
}

// Of the tiles along an axis the two whose centres are nearest to a sample, and the share of the second.
typedef struct {
    uint first, second;
    float share;
} neighbours;

static inline neighbours nearest_tiles(ulong at, float tiles_a_sample, uint tiles) {
    const float place = (float)at * tiles_a_sample - 0.5f, before = floor(place), last = (float)(tiles - 1);
    const neighbours nearest = {(uint)clamp(before, 0.0f, last), (uint)clamp(before + 1.0f, 0.0f, last), place - before};
    return nearest;
}

static inline float between(uint a, uint b, float share) { return (float)a * (1.0f - share) + (float)b * share; }

// The level between those of the four maps, of samples of one value.
static inline uint interpolated(__global const uint *levels, ulong upper, ulong lower, ulong left, ulong right, float share_x,
                                float share_y) {
    const float level = between(levels[upper + left], levels[upper + right], share_x) * (1.0f - share_y) +
                        between(levels[lower + left], levels[lower + right], share_x) * share_y;
    return (uint)rint(min(level, (float)GREATEST_LEVEL));
}

__kernel void interpolate_maps(ROW_PARAMETERS, __global const uint *maps, uint last, float tiles_a_column, uint tiles_across,
                               float tiles_a_row, uint tiles_down) {
    const ulong x = get_global_id(0), y = get_global_id(1);
    if (x >= width) return;
    const neighbours columns = nearest_tiles(x, tiles_a_column, tiles_across);
    const neighbours rows = nearest_tiles(y, tiles_a_row, tiles_down);
    const ulong values = (ulong)last + 1;
    const ulong upper = rows.first * (ulong)tiles_across * values, lower = rows.second * (ulong)tiles_across * values;
    const ulong left = columns.first * values, right = columns.second * values;
#define LEVEL_OF(value) interpolated(maps + min((value), last), upper, lower, left, right, columns.share, rows.share)
    MAP_SAMPLES(x, y)
}
