// fetch_buffer: where samples are in a buffer, and how they are read. The fetch_*.cl file of each other source of
// elements defines the same names:
//
//     source, SOURCE                         a struct of kernel parameters that describe the source; its initializer
//     samples_of_part, samples_at            the position of an element's samples, a SAMPLES
//     fetch(x, at, s)                        x[axis] = the samples of an element
//     rows_of_slice                          if there are SLICES: the number of rows of a slice
//     VECTOR_TYPE(n)                         by vectors: the type of vector n of a block
//     ALIGNED_VECTOR(n), UNALIGNED_VECTOR(n) by vectors: to->v<n> = vector n of the block that begins at `from` in `of`
//     for blocks that are counted by loops, if samples have addresses:
//     AXIS_SAMPLES(at, s, axis)              the address of a sample
//     AXIS_TYPE(axis), AXIS_STRIDE(s, axis)  its type, and the distance between elements, in samples

#define AXIS_SAMPLES(at, s, axis) SAMPLE_AT(at, s, CHANNEL_##axis)
#define AXIS_TYPE(axis) SAMPLE
#define AXIS_STRIDE(s, axis) STRIDE_OF(s)
#define VECTOR_TYPE(n) LOAD
// Samples of 8 and 16 bits are loaded as words and extracted by shifts, which is cheaper than the code that compilers
// generate for vectors of them.
#define SAMPLE_OF_WORD(word, shift) AS_SAMPLE((UNSIGNED)((word) >> (shift)))
#define ALIGNED_VECTOR(n) to->v##n = LOAD_ALIGNED(VECTOR_AT(from, of, n, CHANNEL_##n));
#define UNALIGNED_VECTOR(n) to->v##n = AS_LOAD(VLOAD(0, VECTOR_AT(from, of, n, CHANNEL_##n)));

typedef __global const SAMPLE *SAMPLES;

// The offset of the job's first element, and the distances between elements, rows and planes, all in samples.
typedef struct {
    ulong first, stride, row, plane;
} source;
#define SOURCE \
    { sample_first, sample_stride, sample_row, sample_plane }

#define SAMPLE_AT(at, s, channel) ((at) + (channel) * (PLANAR ? (s)->plane : 1))
// A constant is used instead of the struct's member where possible, because compilers propagate the member's value only
// after loop vectorization.
#define STRIDE_OF(s) (STRIDE == 0 ? (s)->stride : (ulong)STRIDE)

static inline ulong rows_of_slice(const source *s) { return 1; }

// The position of the samples of element (x, y) of the job.
static inline SAMPLES samples_of_part(SAMPLES samples, const source *s, ulong x, ulong y) {
    return samples + s->first + y * s->row + x * STRIDE_OF(s);
}

// The position of the samples of the element that is `row` rows and x elements after the element at `from`.
static inline SAMPLES samples_at(SAMPLES from, const source *s, uint row, uint x) {
    return from + row * s->row + (ulong)x * STRIDE_OF(s);
}

#define FETCH_SAMPLE(axis) x[axis] = *SAMPLE_AT(at, s, CHANNEL_##axis);
static inline void fetch(SAMPLE *x, SAMPLES at, const source *s) { EACH_AXIS(FETCH_SAMPLE) }
