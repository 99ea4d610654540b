// fetch_pixel: one read returns all channels of an element; CHANNELS_OF() converts them for SAMPLE_OF_CHANNEL().
#define READ_CHANNELS(at, s) READ_IMAGE(image, pixel_of(at, s))

#define COMPONENT_NUMBERED(channels, number) (channels).s##number
#define COMPONENT(channels, number) COMPONENT_NUMBERED(channels, number)

#define FETCH_SAMPLE(axis) x[axis] = SAMPLE_OF_CHANNEL(COMPONENT(all, CHANNEL_##axis));
static FETCH_INLINE void fetch(SAMPLE *x, SAMPLES at, const source *s IMAGE_PARAMETER) {
    const CHANNEL4 all = CHANNELS_OF(READ_CHANNELS(at, s));
    EACH_AXIS(FETCH_SAMPLE)
}
