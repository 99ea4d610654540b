// fetch_image: where samples are in an image, and how they are read. It defines the names that fetch_buffer.cl lists.
// One read returns all channels of an element. A position is the column and the row of an element of the job; the rows
// of a slice (of an image3d or an image array) follow those of the previous slice.
//
// For normalized types, read_imagef() returns n / m for a stored integer n of at most m, within 1.5 ulp. CHANNELS_OF()
// rounds the product of that value and m to the nearest integer, which is n, because the error, 65535 · 2.5 · 2^-24
// or less, is far below 1/2.

#define VECTOR_TYPE(n) LOAD

typedef struct {
    uint x, row;
} SAMPLES;

// The pixel of the job's first element, and the number of rows per slice.
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
