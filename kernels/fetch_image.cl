// fetch_image: where the samples of elements are, and how they are read: from an image. It defines the names that
// fetch_buffer.cl lists. One read takes all channels of an element. A position is a column and a row of the job's elements;
// the rows of slices (of an image3d, or of an array of images) follow one another.
//
// read_imagef() returns a normalized type's integer n as n / IMAGE_ONE, within 1.5 ulp, and so n is the nearest integer to the
// value times IMAGE_ONE: 65535 · 2.5 · 2^-24 is far less than a half.

// Rusticl of Mesa 25.0 crashes when it builds a function that takes an image, unless the function is inlined.
#ifdef __clang__
#undef inline
#define inline inline __attribute__((always_inline))
#endif

#if SLICES
#define SLICE_PARAMETERS , uint image_y, uint image_z, uint slice_rows
#define SLICE_VARIABLES
#elif ROWS
#define SLICE_PARAMETERS , uint image_y
#define SLICE_VARIABLES const uint image_z = 0, slice_rows = 1;
#else
#define SLICE_PARAMETERS
#define SLICE_VARIABLES const uint image_y = 0, image_z = 0, slice_rows = 1;
#endif
#define SOURCE_PARAMETERS read_only IMAGE_TYPE image, uint image_x SLICE_PARAMETERS
#define SOURCE_VARIABLES                                                                                               \
    SLICE_VARIABLES                                                                                                    \
    const SAMPLES samples = {0, 0};
#define SOURCE                                                                                                         \
    { image_x, image_y, image_z, slice_rows }
#define IMAGE_PARAMETER , read_only IMAGE_TYPE image
#define IMAGE , image
#define SAMPLES_HAVE_ADDRESSES 0
#define VECTOR_TYPE(n) LOAD

typedef struct {
    uint x, row;
} SAMPLES;

// The pixel of the job's first element, and the rows of a slice.
typedef struct {
    uint x, y, z, rows;
} source;

static inline ulong rows_of_slice(const source *s) { return s->rows; }

static inline SAMPLES samples_of_part(SAMPLES samples, const source *s, ulong x, ulong y) {
    const SAMPLES at = {samples.x + (uint)x, samples.row + (uint)y};
    return at;
}

static inline SAMPLES samples_at(SAMPLES from, const source *s, uint row, uint x) {
    return samples_of_part(from, s, x, row);
}

#if SLICES
static inline int4 pixel_of(SAMPLES at, const source *s) {
    const uint slice = at.row / s->rows;
    return (int4)((int)(s->x + at.x), (int)(s->y + at.row - slice * s->rows), (int)(s->z + slice), 0);
}
#elif ROWS
static inline int2 pixel_of(SAMPLES at, const source *s) { return (int2)((int)(s->x + at.x), (int)(s->y + at.row)); }
#else
static inline int pixel_of(SAMPLES at, const source *s) { return (int)(s->x + at.x); }
#endif

#if IMAGE_DEPTH
#define READ_CHANNELS(at, s) ((float4)(read_imagef(image, pixel_of(at, s))))
#else
#define READ_CHANNELS(at, s) READ_IMAGE(image, pixel_of(at, s))
#endif

#if IMAGE_VALUES == IMAGE_VALUES_HALVES
// The bits of a value that is a half.
static inline SAMPLE half_bits(float x) {
    const uint magnitude = as_uint(x) & 0x7fffffffu, sign = as_uint(x) >> 16 & 0x8000u;
    if (magnitude > 0x7f800000u) return (SAMPLE)(sign | 0x7e00u);
    if (magnitude == 0x7f800000u) return (SAMPLE)(sign | 0x7c00u);
    const uint normal = (magnitude - 0x38000000u) >> 13, tiny = (uint)(fabs(x) * 0x1p24f);
    return (SAMPLE)(sign | (magnitude < 0x38800000u ? tiny : normal));
}
#define CHANNELS_OF(read) (read)
#define SAMPLE_OF_CHANNEL(x) half_bits(x)
#elif IMAGE_VALUES == IMAGE_VALUES_NORMALIZED
#define CHANNELS_OF(read) convert_int4_rte((read) * IMAGE_ONE)
#define SAMPLE_OF_CHANNEL(x) ((SAMPLE)(x))
#else
#define CHANNELS_OF(read) (read)
#define SAMPLE_OF_CHANNEL(x) ((SAMPLE)(x))
#endif
#define COMPONENT_NUMBERED(channels, number) (channels).s##number
#define COMPONENT(channels, number) COMPONENT_NUMBERED(channels, number)

static inline void fetch(SAMPLE *x, SAMPLES at, const source *s IMAGE_PARAMETER) {
    const CHANNEL4 all = CHANNELS_OF(READ_CHANNELS(at, s));
    x[0] = SAMPLE_OF_CHANNEL(COMPONENT(all, CHANNEL_0));
#if AXES > 1
    x[1] = SAMPLE_OF_CHANNEL(COMPONENT(all, CHANNEL_1));
#endif
#if AXES > 2
    x[2] = SAMPLE_OF_CHANNEL(COMPONENT(all, CHANNEL_2));
#endif
#if AXES > 3
    x[3] = SAMPLE_OF_CHANNEL(COMPONENT(all, CHANNEL_3));
#endif
}

// Blocks start at the first element of a row: a pixel is read at a time, or all of a block that is counted in place.
static inline uint head_of(SAMPLES row, const source *s, bool *aligned) {
    *aligned = true;
    return 0;
}
static inline bool rows_are_alike(const source *s) { return true; }

#if !BLOCK_LOOPS
#if VECTORS == 1
#define STORE_VECTORS(b, x) (b)->v0 = x[0];
#elif VECTORS == 2
#define STORE_VECTORS(b, x) (b)->v0 = x[0], (b)->v1 = x[1];
#elif VECTORS == 3
#define STORE_VECTORS(b, x) (b)->v0 = x[0], (b)->v1 = x[1], (b)->v2 = x[2];
#else
#define STORE_VECTORS(b, x) (b)->v0 = x[0], (b)->v1 = x[1], (b)->v2 = x[2], (b)->v3 = x[3];
#endif
#define FETCH_VECTORS(b, at, s, aligned)                                                                               \
    {                                                                                                                  \
        SAMPLE x[AXES];                                                                                                \
        fetch(x, at, s IMAGE);                                                                                         \
        STORE_VECTORS(b, x)                                                                                            \
    }
#endif
