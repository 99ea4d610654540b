// map_pixels: maps are applied to the channels of an image's pixels. `mapped`: bit c is set if channel c is mapped.
//
//     READ_PIXEL(x, y)       the channels of a pixel, a uint4
//     WRITE_PIXEL(x, y, p)   writes them
#define ROW_PARAMETERS read_only image2d_t source, write_only image2d_t destination, uint mapped, ulong width
#define MAP_CHANNEL(number, LEVEL_OF)                                      \
    if (mapped >> number & 1) pixel.s##number = LEVEL_OF(pixel.s##number); \
    pixel.s##number = min(pixel.s##number, (uint)MAX_LEVEL);
#define MAP_SAMPLES(x, y, LEVEL_OF)                                                               \
    {                                                                                             \
        uint4 pixel = READ_PIXEL((int)(x), (int)(y));                                             \
        MAP_CHANNEL(0, LEVEL_OF)                                                                  \
        MAP_CHANNEL(1, LEVEL_OF)                                                                  \
        MAP_CHANNEL(2, LEVEL_OF) MAP_CHANNEL(3, LEVEL_OF) WRITE_PIXEL((int)(x), (int)(y), pixel); \
    }
