// apply_map: samples become the levels that maps have for their values. A program of its own, of constants and this file:
//
//     SOURCE, DESTINATION    the types of samples and of levels: uchar or ushort
//     GREATEST_LEVEL         of DESTINATION
//
// One work-item per sample; adjacent work-items have adjacent samples of a row. `last`: the greatest value that maps have a level
// for. Rows and offsets count samples.

#pragma OPENCL FP_CONTRACT OFF

#define ROW_PARAMETERS                                                                                                 \
    __global const SOURCE *source, ulong source_first, ulong source_row, __global DESTINATION *destination,            \
        ulong destination_first, ulong destination_row, ulong width

#define SAMPLE_AT(x, y) source[source_first + (y) * source_row + (x)]
#define LEVEL_AT(x, y) destination[destination_first + (y) * destination_row + (x)]

__kernel void apply_map(ROW_PARAMETERS, __global const uint *map, uint last) {
    const ulong x = get_global_id(0), y = get_global_id(1);
    if (x >= width) return;
    const uint value = min((uint)SAMPLE_AT(x, y), last);
    LEVEL_AT(x, y) = (DESTINATION)min(map[value], (uint)GREATEST_LEVEL);
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

__kernel void interpolate_maps(ROW_PARAMETERS, __global const uint *maps, uint last, float tiles_a_column, uint tiles_across,
                               float tiles_a_row, uint tiles_down) {
    const ulong x = get_global_id(0), y = get_global_id(1);
    if (x >= width) return;
    const neighbours columns = nearest_tiles(x, tiles_a_column, tiles_across);
    const neighbours rows = nearest_tiles(y, tiles_a_row, tiles_down);
    const ulong values = (ulong)last + 1;
    __global const uint *levels = maps + min((uint)SAMPLE_AT(x, y), last);
    __global const uint *upper = levels + rows.first * (ulong)tiles_across * values;
    __global const uint *lower = levels + rows.second * (ulong)tiles_across * values;
    const ulong left = columns.first * values, right = columns.second * values;
    const float level = between(upper[left], upper[right], columns.share) * (1.0f - rows.share) +
                        between(lower[left], lower[right], columns.share) * rows.share;
    LEVEL_AT(x, y) = (DESTINATION)rint(min(level, (float)GREATEST_LEVEL));
}
