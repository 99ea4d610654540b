// fetch_arrays: where samples are, and how they are read, if each axis has its own array with its own sample type. It
// defines the names that fetch_buffer.cl lists. Samples are loaded in the type of their array, and then converted
// exactly to SAMPLE.
//
// The host generates AXIS_LIST(DO), which is EACH_AXIS(DO) with commas. Distances are in samples of the axis's array.

#define AXIS_SAMPLES(at, s, axis) ((s)->axis_##axis + (at).y * (s)->row_##axis + (at).x * AXIS_STRIDE(s, axis))
#define AXIS_TYPE(axis) STORED_##axis
#define VECTOR_TYPE(axis) LOAD_##axis
#define ALIGNED_VECTOR(axis) to->v##axis = *(__global const LOAD_##axis *)AXIS_SAMPLES(from, of, axis);
#define UNALIGNED_VECTOR(axis) to->v##axis = AS_LOAD_##axis(VLOAD(0, AXIS_SAMPLES(from, of, axis)));
#define STORED_OF_WORD(axis, word, shift) AS_STORED_##axis((UNSIGNED_##axis)((word) >> (shift)))

// A position: column (x) and row (y) of an element of the job. It is a vector and not a struct, because inlining
// functions that return structs produces an intrinsic that Oclgrind does not support.
typedef ulong2 SAMPLES;

// For each axis, the address of the first sample, and the distances between elements and between rows. These are
// separate members, because Mesa's compiler crashes if an array in a struct is initialized.
#define ARRAY_MEMBERS(axis)                    \
    __global const STORED_##axis *axis_##axis; \
    ulong stride_##axis, row_##axis;
typedef struct {
    EACH_AXIS(ARRAY_MEMBERS)
} source;

// A constant is used instead of the struct's member where possible; see fetch_buffer.cl.
#define AXIS_STRIDE(s, axis) (STRIDE_##axis != 0 ? (ulong)STRIDE_##axis : (s)->stride_##axis)

#define ARRAY(axis) samples_##axis + first_##axis, STRIDE_NUMBER_##axis, row_##axis
#define SOURCE \
    { AXIS_LIST(ARRAY) }

static inline ulong rows_of_slice(const source *s) { return 1; }

static inline SAMPLES samples_of_part(SAMPLES samples, const source *s, ulong x, ulong y) {
    return samples + (SAMPLES)(x, y);
}

static inline SAMPLES samples_at(SAMPLES from, const source *s, uint row, uint x) {
    return samples_of_part(from, s, x, row);
}

// Conversions for SAMPLE_OF_0(x) … An f16 is represented by its bits.
static inline ushort half_of_integer(float x) { // x is an integer from -255 to 255
    const uint magnitude = as_uint(fabs(x)), sign = x < 0 ? 0x8000u : 0;
    return (ushort)(magnitude == 0 ? 0 : sign | (magnitude - 0x38000000u) >> 13);
}

#define FETCH_SAMPLE(axis) x[axis] = SAMPLE_OF_##axis(*AXIS_SAMPLES(at, s, axis));
static inline void fetch(SAMPLE *x, SAMPLES at, const source *s) { EACH_AXIS(FETCH_SAMPLE) }
