// fetch_buffer: where the samples of elements are, and how they are read: from a buffer. No other file knows, so elements from
// another source need another file that defines the same names:
//
//     SOURCE_PARAMETERS, SOURCE_VARIABLES    the kernel's parameters, and constants for parameters that are left out
//     source, SOURCE                         a struct of these, and its initializer
//     samples_of_part, samples_at            the position of an element's samples, a SAMPLES
//     fetch(x, at, s)                        x[axis] = the samples of an element
//     head_of, rows_are_alike                by vectors: the elements of a row before its blocks, which are aligned
//     FETCH_VECTORS(b, at, s, aligned)       the vectors of a whole block
//     IMAGE_PARAMETER, IMAGE                 what functions that fetch take and pass on at the end: an image, which no struct holds
//     SLICES, rows_of_slice                  whether the rows are those of several slices, and of how many rows each is
//     VECTOR_TYPE(n)                         by vectors: the type of vector n of a block
//     SAMPLES_HAVE_ADDRESSES                 whether they have, and then, for blocks counted in place:
//     AXES_APART                             whether each axis has memory of its own, else all share what is axis 0's
//     AXIS_SAMPLES(at, s, axis)              the address of a sample
//     AXIS_TYPE(axis), AXIS_STRIDE(s, axis)  its type, and the distance of elements in samples

#define IMAGE_PARAMETER
#define IMAGE
#define SLICES 0
#define SAMPLES_HAVE_ADDRESSES 1
#define AXES_APART PLANAR
#define AXIS_SAMPLES(at, s, axis) SAMPLE_AT(at, s, CHANNEL_##axis)
#define AXIS_TYPE(axis) SAMPLE
#define AXIS_STRIDE(s, axis) STRIDE_OF(s)
#define VECTOR_TYPE(n) LOAD

typedef __global const SAMPLE *SAMPLES;

// In samples: where the job's first element begins, and the distances of elements, of rows and of planes.
typedef struct {
    ulong first, stride, row, plane;
} source;

#if PLANAR
#define PLANE_PARAMETERS , ulong sample_plane
#define PLANE_VARIABLES
#define SAMPLE_AT(at, s, channel) ((at) + (channel) * (s)->plane)
#else
#define PLANE_PARAMETERS
#define PLANE_VARIABLES const ulong sample_plane = 0;
#define SAMPLE_AT(at, s, channel) ((at) + (channel))
#endif
#if STRIDE == 0
#define STRIDE_PARAMETERS , ulong sample_stride
#define STRIDE_VARIABLES
#define STRIDE_OF(s) ((s)->stride)
#else // not by the struct's member, which compilers find to be constant only after their loops' vectorization
#define STRIDE_PARAMETERS
#define STRIDE_VARIABLES const ulong sample_stride = STRIDE;
#define STRIDE_OF(s) ((ulong)STRIDE)
#endif
#if ROWS
#define SAMPLE_ROW_VARIABLES
#else
#define SAMPLE_ROW_VARIABLES const ulong sample_row = 0;
#endif
#define SOURCE_PARAMETERS                                                                                              \
    __global const SAMPLE *samples, ulong sample_first STRIDE_PARAMETERS ROW_PARAMETER(sample_row) PLANE_PARAMETERS
#define SOURCE_VARIABLES STRIDE_VARIABLES SAMPLE_ROW_VARIABLES PLANE_VARIABLES
#define SOURCE                                                                                                         \
    { sample_first, sample_stride, sample_row, sample_plane }

// The samples of element (x, y) of the job.
static inline SAMPLES samples_of_part(SAMPLES samples, const source *s, ulong x, ulong y) {
    return samples + s->first + y * s->row + x * STRIDE_OF(s);
}

// The samples of the element `row` rows and x elements after another.
static inline SAMPLES samples_at(SAMPLES from, const source *s, uint row, uint x) { return from + row * s->row + (ulong)x * STRIDE_OF(s); }

static inline void fetch(SAMPLE *x, SAMPLES at, const source *s) {
    x[0] = *SAMPLE_AT(at, s, CHANNEL_0);
#if AXES > 1
    x[1] = *SAMPLE_AT(at, s, CHANNEL_1);
#endif
#if AXES > 2
    x[2] = *SAMPLE_AT(at, s, CHANNEL_2);
#endif
#if AXES > 3
    x[3] = *SAMPLE_AT(at, s, CHANNEL_3);
#endif
}

// Whether all vectors of a block are aligned if the first is.
static inline bool can_align(const source *s) {
#if PLANAR && AXES > 1
    return s->plane * sizeof(SAMPLE) % LOAD_BYTES == 0;
#else
    return true;
#endif
}

// The elements of a row before its first block, and whether its blocks start at multiples of LOAD_BYTES (else they are loaded
// unaligned, and none is before).
static inline uint head_of(SAMPLES row, const source *s, bool *aligned) {
#if BLOCK_LOOPS || VECTOR_SAMPLES == 1
    *aligned = true;
    return 0;
#else
    const size_t address = (size_t)(row + (PLANAR ? CHANNEL_0 * s->plane : 0));
    const uint past = (uint)(address % LOAD_BYTES) / (uint)sizeof(SAMPLE);
    uint lead = past; // elements by which a block that held the row's first would begin before it
    *aligned = can_align(s);
#if STRIDE == 3
    lead = past * 11 % ELEMENTS_A_LOAD; // 3 · 11 = 1 modulo 16, 8, 4 and 2
#elif STRIDE > 1
    *aligned = GAPS ? past % STRIDE + CHANNELS <= STRIDE : past % STRIDE == 0;
    lead = past / STRIDE;
#endif
    return *aligned ? (ELEMENTS_A_LOAD - lead) % ELEMENTS_A_LOAD : 0;
#endif
}

// Whether all rows have as many elements before their blocks.
static inline bool rows_are_alike(const source *s) {
    return ELEMENTS_A_LOAD == 1 || BLOCK_LOOPS || s->row * sizeof(SAMPLE) % LOAD_BYTES == 0;
}

#if !BLOCK_LOOPS
// The vectors of a block are consecutive if channels are interleaved, else each axis has one. One branch for all of them, so
// that their loads are in flight together.
#if VECTOR_SAMPLES == 1
#define LOAD_SAMPLES(p) (*(p))
#else
#define LOAD_SAMPLES(p) AS_LOAD(VLOAD(0, p))
#endif
#define LOAD_ALIGNED(p) (*(__global const LOAD *)(p))
#if VECTORS_IN_SEQUENCE
#define VECTOR_AT(at, s, n, channel) ((at) + n * VECTOR_SAMPLES)
#else
#define VECTOR_AT(at, s, n, channel) SAMPLE_AT(at, s, channel)
#endif
#if VECTORS == 1
#define LOAD_VECTORS(FROM, b, at, s) (b)->v0 = FROM(VECTOR_AT(at, s, 0, CHANNEL_0));
#elif VECTORS == 2
#define LOAD_VECTORS(FROM, b, at, s)                                                                                   \
    (b)->v0 = FROM(VECTOR_AT(at, s, 0, CHANNEL_0));                                                                    \
    (b)->v1 = FROM(VECTOR_AT(at, s, 1, CHANNEL_1));
#elif VECTORS == 3
#define LOAD_VECTORS(FROM, b, at, s)                                                                                   \
    (b)->v0 = FROM(VECTOR_AT(at, s, 0, CHANNEL_0));                                                                    \
    (b)->v1 = FROM(VECTOR_AT(at, s, 1, CHANNEL_1));                                                                    \
    (b)->v2 = FROM(VECTOR_AT(at, s, 2, CHANNEL_2));
#else
#define LOAD_VECTORS(FROM, b, at, s)                                                                                   \
    (b)->v0 = FROM(VECTOR_AT(at, s, 0, CHANNEL_0));                                                                    \
    (b)->v1 = FROM(VECTOR_AT(at, s, 1, CHANNEL_1));                                                                    \
    (b)->v2 = FROM(VECTOR_AT(at, s, 2, CHANNEL_2));                                                                    \
    (b)->v3 = FROM(VECTOR_AT(at, s, 3, CHANNEL_3));
#endif
// An element that lies in aligned memory of its stride's size, but not at its beginning, is loaded with the gap before it. Its
// word is then shifted to begin with its own first sample.
#if GAPS
#define GAP_BEFORE(at) ((uint)((size_t)(at) / sizeof(SAMPLE)) % STRIDE)
#ifdef __ENDIAN_LITTLE__
#define WITHOUT_GAP(words, samples) ((words) >> (samples) * SAMPLE_BITS)
#else
#define WITHOUT_GAP(words, samples) ((words) << (samples) * SAMPLE_BITS)
#endif
#define LOAD_ALIGNED_AFTER_GAP(p) WITHOUT_GAP(LOAD_ALIGNED((p) - GAP_BEFORE(p)), GAP_BEFORE(p))
#else
#define LOAD_ALIGNED_AFTER_GAP(p) LOAD_ALIGNED(p)
#endif
#define FETCH_VECTORS(b, at, s, aligned)                                                                               \
    if (aligned) {                                                                                                     \
        LOAD_VECTORS(LOAD_ALIGNED_AFTER_GAP, b, at, s)                                                                 \
    } else {                                                                                                           \
        LOAD_VECTORS(LOAD_SAMPLES, b, at, s)                                                                           \
    }
#endif
