// fetch_image: where the samples of elements are, and how they are read: from an image. It defines the names that
// fetch_buffer.cl lists. One read takes all channels of an element. A position is a column and a row of the job's
// elements; the rows of slices (of an image3d, or of an array of images) follow one another.
//
// read_imagef() returns a normalized type's integer n as n / IMAGE_ONE, within 1.5 ulp, and so n is the nearest integer
// to the value times IMAGE_ONE: 65535 · 2.5 · 2^-24 is far less than a half.

#define VECTOR_TYPE(n) LOAD

typedef struct {
    uint x, row;
} SAMPLES;

// The pixel of the job's first element, and the rows of a slice.
typedef struct {
    uint x, y, z, rows;
} source;
#define SOURCE \
    { image_x, image_y, image_z, slice_rows }

static inline ulong rows_of_slice(const source *s) { return s->rows; }

static inline SAMPLES samples_of_part(SAMPLES samples, const source *s, ulong x, ulong y) {
    const SAMPLES at = {samples.x + (uint)x, samples.row + (uint)y};
    return at;
}

static inline SAMPLES samples_at(SAMPLES from, const source *s, uint row, uint x) {
    return samples_of_part(from, s, x, row);
}
