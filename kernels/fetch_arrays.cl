// fetch_arrays: where the samples of elements are, and how they are read: each axis has an array, of samples of a type of its own.
// It defines the names that fetch_buffer.cl lists. Samples are loaded as they are stored, and then converted, exactly, to the type
// that they are counted as.
//
// The host generates, besides EACH_AXIS(DO), AXIS_LIST(DO): the same with commas. Distances are in samples of the axis's array.

#define IMAGE_PARAMETER
#define IMAGE
#define SLICES 0
#define SAMPLES_HAVE_ADDRESSES 1
#define AXES_APART 1
#define AXIS_SAMPLES(at, s, axis) ((s)->axis_##axis + (at).y * (s)->row_##axis + (at).x * AXIS_STRIDE(s, axis))
#define AXIS_TYPE(axis) STORED_##axis
#define VECTOR_TYPE(axis) LOAD_##axis

// A column and a row of the job's elements. No struct: inlining a function that returns one leaves an intrinsic that Oclgrind lacks.
typedef ulong2 SAMPLES;

// The samples of the job's first element, and the distances of elements and of rows. All are members of their own: Mesa's compiler
// crashes if an array in a struct is initialized.
#define ARRAY_MEMBERS(axis)                                                                                            \
    __global const STORED_##axis *axis_##axis;                                                                         \
    ulong stride_##axis, row_##axis;
typedef struct {
    EACH_AXIS(ARRAY_MEMBERS)
} source;

// Not by the struct's member where it is a constant; see fetch_buffer.cl.
#define AXIS_STRIDE(s, axis) (STRIDE_##axis != 0 ? (ulong)STRIDE_##axis : (s)->stride_##axis)

#define ARRAY_PARAMETERS(axis) __global const STORED_##axis *samples_##axis, ulong first_##axis ROW_PARAMETER(row_##axis)
#if ROWS
#define ARRAY_ROW_VARIABLE(axis)
#else
#define ARRAY_ROW_VARIABLE(axis) const ulong row_##axis = 0;
#endif
#define ARRAY(axis) samples_##axis + first_##axis, STRIDE_NUMBER_##axis, row_##axis
#define SOURCE_PARAMETERS AXIS_LIST(ARRAY_PARAMETERS)
#define SOURCE_VARIABLES                                                                                               \
    EACH_AXIS(ARRAY_ROW_VARIABLE)                                                                                      \
    const SAMPLES samples = (SAMPLES)(0, 0);
#define SOURCE                                                                                                         \
    { AXIS_LIST(ARRAY) }

static inline SAMPLES samples_of_part(SAMPLES samples, const source *s, ulong x, ulong y) {
    return samples + (SAMPLES)(x, y);
}

static inline SAMPLES samples_at(SAMPLES from, const source *s, uint row, uint x) {
    return samples_of_part(from, s, x, row);
}

// What SAMPLE_OF_0(x) … are made of. A device may flush denormals of single floats, so a half's, which are normal single floats,
// and a single float's are made from their bits.
static inline float float_of_half(ushort bits) {
    const uint magnitude = bits & 0x7fffu;
    const float tiny = (float)magnitude * 0x1p-24f;
    const uint exponent = magnitude < 0x7c00u ? 0x38000000u : 0x70000000u;
    const float value = magnitude < 0x400u ? tiny : as_float((magnitude << 13) + exponent);
    return bits & 0x8000u ? -value : value;
}
static inline ushort half_of_integer(float x) { // whole, and no more than 255 on either side of 0
    const uint magnitude = as_uint(fabs(x)), sign = x < 0 ? 0x8000u : 0;
    return (ushort)(magnitude == 0 ? 0 : sign | (magnitude - 0x38000000u) >> 13);
}
#if SAMPLE_IS_FLOAT && SAMPLE_BITS == 64
static inline double double_of_float(uint bits) {
    const uint magnitude = bits & 0x7fffffffu;
    const double value = magnitude < 0x800000u ? (double)magnitude * 0x1p-149 : (double)as_float(magnitude);
    return bits & 0x80000000u ? -value : value;
}
#endif

static inline void fetch(SAMPLE *x, SAMPLES at, const source *s) {
#define FETCH_SAMPLE(axis) x[axis] = SAMPLE_OF_##axis(*AXIS_SAMPLES(at, s, axis));
    EACH_AXIS(FETCH_SAMPLE)
}

// The elements of a row before its first block, and whether its blocks start at aligned addresses in all arrays (else they are
// loaded unaligned, and none is before).
static inline uint head_of(SAMPLES row, const source *s, bool *aligned) {
    *aligned = true;
#if ELEMENTS_A_LOAD == 1 || BLOCK_LOOPS
    return 0;
#else
#define LEAD_IN_ARRAY(axis)                                                                                            \
    (uint)((size_t)AXIS_SAMPLES(row, s, axis) % (ELEMENTS_A_LOAD * sizeof(STORED_##axis)) / sizeof(STORED_##axis))
#define COMPARE_LEAD(axis) *aligned = *aligned && LEAD_IN_ARRAY(axis) == lead;
    const uint lead = LEAD_IN_ARRAY(0);
    EACH_AXIS(COMPARE_LEAD)
    return *aligned ? (ELEMENTS_A_LOAD - lead) % ELEMENTS_A_LOAD : 0;
#endif
}

// Whether all rows have as many elements before their blocks.
static inline bool rows_are_alike(const source *s) {
    bool alike = true;
#define COMPARE_ROWS(axis) alike = alike && s->row_##axis % ELEMENTS_A_LOAD == 0;
    EACH_AXIS(COMPARE_ROWS)
    return ELEMENTS_A_LOAD == 1 || BLOCK_LOOPS || alike;
}

#if !BLOCK_LOOPS
// Each axis has a vector of its stored samples; EACH_ELEMENT converts what it unpacks.
#if ELEMENTS_A_LOAD == 1
#define UNALIGNED_VECTOR(axis) to->v##axis = *AXIS_SAMPLES(from, of, axis);
#else
#define UNALIGNED_VECTOR(axis) to->v##axis = AS_LOAD_##axis(VLOAD(0, AXIS_SAMPLES(from, of, axis)));
#endif
#define ALIGNED_VECTOR(axis) to->v##axis = *(__global const LOAD_##axis *)AXIS_SAMPLES(from, of, axis);
#define FETCH_VECTORS(b, at, s, aligned)                                                                               \
    {                                                                                                                  \
        block *to = (b);                                                                                               \
        const SAMPLES from = (at);                                                                                     \
        const source *of = (s);                                                                                        \
        if (aligned) {                                                                                                 \
            EACH_AXIS(ALIGNED_VECTOR)                                                                                  \
        } else {                                                                                                       \
            EACH_AXIS(UNALIGNED_VECTOR)                                                                                \
        }                                                                                                              \
    }
#ifdef __ENDIAN_LITTLE__
#define STORED_OF_WORD(axis, word, bits) AS_STORED_##axis((UNSIGNED_##axis)((word) >> (bits)))
#else
#define STORED_OF_WORD(axis, word, bits) AS_STORED_##axis((UNSIGNED_##axis)((word) >> (32 - 8 * sizeof(STORED_##axis) - (bits))))
#endif
#endif
