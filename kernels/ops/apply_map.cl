// apply_map: replaces each sample by the level that a map has for its value. Included after map_samples.cl or
// map_pixels.cl, which define what a sample is.
//
// One work-item per sample or pixel; adjacent work-items process adjacent samples of a row. `last`: the greatest value
// with a level in the maps. Rows and offsets are in samples. MAX_LEVEL: the greatest value of the destination's type.

#pragma OPENCL FP_CONTRACT OFF

#define LEVEL_IN_MAP(value) map[min((value), last)]
__kernel void apply_map(ROW_PARAMETERS, __global const uint *map, uint last) {
    const ulong x = get_global_id(0), y = get_global_id(1);
    if (x >= width) return;
    MAP_SAMPLES(x, y, LEVEL_IN_MAP)
}

// The two tiles along an axis whose centres are nearest to a sample, and the weight of the second tile (`share`).
typedef struct {
    uint first, second;
    float share;
} neighbours;

static inline neighbours nearest_tiles(ulong at, float tiles_per_sample, uint tiles) {
    const float place = (float)at * tiles_per_sample - 0.5f, before = floor(place), last = (float)(tiles - 1);
    const neighbours nearest = {(uint)clamp(before, 0.0f, last), (uint)clamp(before + 1.0f, 0.0f, last),
                                place - before};
    return nearest;
}

static inline float between(uint a, uint b, float share) { return (float)a * (1.0f - share) + (float)b * share; }

// Interpolates the level of a value between four maps.
static inline uint interpolated(__global const uint *levels, ulong upper, ulong lower, ulong left, ulong right,
                                float share_x, float share_y) {
    const float level = between(levels[upper + left], levels[upper + right], share_x) * (1.0f - share_y) +
                        between(levels[lower + left], levels[lower + right], share_x) * share_y;
    return (uint)rint(min(level, (float)MAX_LEVEL));
}

#define LEVEL_BETWEEN_MAPS(value) \
    interpolated(maps + min((value), last), upper, lower, left, right, columns.share, rows.share)
__kernel void interpolate_maps(ROW_PARAMETERS, __global const uint *maps, uint last, float tiles_per_column,
                               uint tiles_across, float tiles_per_row, uint tiles_down) {
    const ulong x = get_global_id(0), y = get_global_id(1);
    if (x >= width) return;
    const neighbours columns = nearest_tiles(x, tiles_per_column, tiles_across);
    const neighbours rows = nearest_tiles(y, tiles_per_row, tiles_down);
    const ulong values = (ulong)last + 1;
    const ulong upper = rows.first * (ulong)tiles_across * values, lower = rows.second * (ulong)tiles_across * values;
    const ulong left = columns.first * values, right = columns.second * values;
    MAP_SAMPLES(x, y, LEVEL_BETWEEN_MAPS)
}
