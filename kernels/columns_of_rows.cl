// columns_of_rows: the rows of a table of bytes, as columns.cl and item_columns.cl count them: where a row lies, whether it is
// counted, and its weights.
//
// SIDE_BY_SIDE: the columns that are counted are channels side by side, else `channels` has the channel of each. MASKED, LISTED (by indices of type INDEX), LISTED_WEIGHTS, VECTORS of weights of type
// WEIGHT: floats that are narrow (FLOAT_WEIGHTS), or integers of up to 16 bits.

#if NATIVE_SUMS
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#endif
// PoCL 3.1 counts in another array where a function is not inlined that is always called with the same local one.
#ifdef __clang__
#undef inline
#define inline inline __attribute__((always_inline))
#endif
#define UNROLLED _Pragma("unroll") // loops over arrays of a few, which are registers then

// The workspace: the sums, [count, vector …][place]; then, of floats, flags of what is no number of units, [place], four bits a
// vector; then the state of the job, and a word for each tile of columns: how many work-groups have arrived, and whether there
// are flags (FLAGGED). All are zero before the rows are counted, but for the range.
#if ARRIVES // by work-items for neighbouring columns
#define PLACE_OF(value, column, columns) ((size_t)(value) * (columns) + (column))
#else // by one for all values of a column
#define PLACE_OF(value, column, columns) ((size_t)(column) * VALUES + (value))
#endif
#define FLAGS_OF(sums, columns) ((__global uint *)((sums) + (size_t)(1 + VECTORS) * VALUES * (columns)))
#define STATE_OF_JOB(sums, columns) (FLAGS_OF(sums, columns) + (FLOAT_WEIGHTS ? (size_t)VALUES * (columns) : 0))
#define RANGE 0u // the greatest exponent field of each vector's weights, of four at most
#define SKIPPED 4u // indices of no element
#define STATE_OF_TILE(sums, columns, tile) (STATE_OF_JOB(sums, columns) + 5 + (tile))
#define FLAGGED 0x80000000u

#if LISTED
#define LIST_PARAMETERS , __global const INDEX *indices, ulong first_index, ulong elements
#define LIST_OF_JOB , indices, first_index, elements, STATE_OF_JOB(sums, columns) + SKIPPED
#else
#define LIST_PARAMETERS
#define LIST_OF_JOB
#endif
#if MASKED
#define MASK_PARAMETERS , __global const uchar *mask, ulong first_mask
#define MASK_OF_JOB , mask, first_mask
#else
#define MASK_PARAMETERS
#define MASK_OF_JOB
#endif
#if SIDE_BY_SIDE
#define CHANNEL_PARAMETERS
#define CHANNELS_OF_JOB
#else
#define CHANNEL_PARAMETERS , __global const uint *channels
#define CHANNELS_OF_JOB , channels
#endif
#define VECTOR_PARAMETER(v) , __global const WEIGHT *weights_##v, ulong first_weight_##v
#if VECTORS == 0
#define VECTOR_PARAMETERS
#define VECTORS_OF_JOB
#elif VECTORS == 1
#define VECTOR_PARAMETERS VECTOR_PARAMETER(0)
#define VECTORS_OF_JOB , {weights_0}, {first_weight_0}
#elif VECTORS == 2
#define VECTOR_PARAMETERS VECTOR_PARAMETER(0) VECTOR_PARAMETER(1)
#define VECTORS_OF_JOB , {weights_0, weights_1}, {first_weight_0, first_weight_1}
#elif VECTORS == 3
#define VECTOR_PARAMETERS VECTOR_PARAMETER(0) VECTOR_PARAMETER(1) VECTOR_PARAMETER(2)
#define VECTORS_OF_JOB , {weights_0, weights_1, weights_2}, {first_weight_0, first_weight_1, first_weight_2}
#else
#define VECTOR_PARAMETERS VECTOR_PARAMETER(0) VECTOR_PARAMETER(1) VECTOR_PARAMETER(2) VECTOR_PARAMETER(3)
#define VECTORS_OF_JOB                                                                                                 \
    , {weights_0, weights_1, weights_2, weights_3}, {first_weight_0, first_weight_1, first_weight_2, first_weight_3}
#endif
#if FLOAT_WEIGHTS
#define RANGE_PARAMETERS , uint known
#define RANGE_OF_JOB , STATE_OF_JOB(sums, columns) + RANGE, known, FLAGS_OF(sums, columns)
#else
#define RANGE_PARAMETERS
#define RANGE_OF_JOB
#endif

// `row_first`: of this launch, `rows` of them.
#define ROW_PARAMETERS                                                                                                 \
    __global const uchar *samples, ulong first_sample, ulong stride,                                                   \
        ulong plane CHANNEL_PARAMETERS LIST_PARAMETERS MASK_PARAMETERS VECTOR_PARAMETERS RANGE_PARAMETERS,           \
        ulong row_first, uint rows
#define ROWS_OF_JOB                                                                                                    \
    {                                                                                                                  \
        samples + first_sample, stride, plane, row_first CHANNELS_OF_JOB LIST_OF_JOB MASK_OF_JOB VECTORS_OF_JOB RANGE_OF_JOB                                                                       \
    }

typedef struct {
    __global const uchar *samples;
    ulong stride, plane, row_first; // from one row, and plane, to the next, in samples
#if !SIDE_BY_SIDE
    __global const uint *channels;
#endif
#if LISTED
    __global const INDEX *indices;
    ulong first_index, elements;
    __global uint *skipped;
#endif
#if MASKED
    __global const uchar *mask;
    ulong first_mask;
#endif
#if VECTORS > 0
    __global const WEIGHT *weights[VECTORS];
    ulong first_weight[VECTORS];
#endif
#if FLOAT_WEIGHTS
    __global const uint *range; // the greatest exponent field of each vector, or
    uint known;                 // that of the bound; 0: none
    __global uint *flags;
#endif
} rows_of_job;

typedef struct {
    ulong place, element; // in the list, and in the samples
    bool counted, skipped;
} row;

#if LISTED
static inline ulong elements_of_list(const rows_of_job *job) { return job->elements; }
#else
#define elements_of_list(job) ((ulong)0)
#endif

// The indices of a list that are below `elements` are rows.
static inline void find_row(row *r, const rows_of_job *job, uint n, ulong elements) {
    r->place = r->element = job->row_first + n;
    r->counted = true;
    r->skipped = false;
#if LISTED
    r->element = job->indices[job->first_index + r->place];
    if (r->element >= elements) {
        r->counted = false;
        r->skipped = true;
        r->element = 0;
    }
#endif
#if MASKED
    r->counted = r->counted && job->mask[job->first_mask + r->element] != 0;
#endif
}

// What a weight is counted as: an int, or a single float, which has every value of the smaller ones.
#if VECTORS == 0
typedef int weight_value;
#elif !FLOAT_WEIGHTS
typedef int weight_value;
static inline weight_value weight_at(__global const WEIGHT *weights, ulong n) { return weights[n]; }
#else
typedef float weight_value;
static inline weight_value weight_at(__global const WEIGHT *weights, ulong n) {
#if WEIGHT_BITS == 32
    return as_float(weights[n]);
#elif WEIGHT_MANTISSA == 10
    return vload_half(n, (__global const half *)weights);
#else // bf16
    return as_float((uint)weights[n] << 16);
#endif
}
#endif

#if VECTORS > 0
static inline weight_value weight_of_row(const rows_of_job *job, const row *r, uint v) {
    return weight_at(job->weights[v], job->first_weight[v] + (LISTED_WEIGHTS ? r->place : r->element));
}
#else
#define weight_of_row(job, r, v) 0
#endif

static inline uint byte_of_row(const rows_of_job *job, ulong at, uint column) {
#if SIDE_BY_SIDE
    const ulong c = column;
#else
    const ulong c = job->channels[column];
#endif
    const ulong place = at + PLACE_OF_CHANNEL(c, job->plane);
    return SAMPLE_AT(job->samples, place);
}

// Four columns of a row, the first in the lowest byte.
static inline uint word_of_row(const rows_of_job *job, ulong at, uint word, uint columns) {
    uint values = 0;
    for (uint k = 0; k < 4; ++k)
        if (word * 4 + k < columns) values |= byte_of_row(job, at, word * 4 + k) << 8 * k;
    return values;
}

// The row of a table that counts a value: values that no bin has share one.
static inline uint value_row(uint value) { return TABLE_VALUES > VALUES ? min(value, (uint)VALUES) : value; }

// What the weights of a vector are multiplied by to be whole units, and the greatest that is one.
typedef struct {
    float factor, most;
} scaling;

#if FLOAT_WEIGHTS
// Exponent fields are those of single floats; a bound's is that of its own type.
#define REBIAS (127u - WEIGHT_BIAS)

static inline void scales_of(scaling *scales, __global const uint *range, uint known) {
    UNROLLED for (uint v = 0; v < VECTORS; ++v) {
        const uint field = max(known != 0 ? known + REBIAS : range[v], 1u + REBIAS);
        const int unit = max((int)field - 127 + 1 - NARROW_BITS, LEAST_NARROW_EXPONENT);
        scales[v].factor = as_float((uint)(127 - unit) << 23);
        scales[v].most = as_float(min(field, 254u) << 23 | 0x7fffffu);
    }
}

// The unit of such a scaling, 2^unit.
static inline int unit_of(const scaling *s) { return 127 - (int)(as_uint(s->factor) >> 23); }

// As floats of one sign are ordered; NaN is the greatest.
static inline uint magnitude_bits(float weight) { return as_uint(weight) & 0x7fffffffu; }

// Whether a weight is finite, and within the bound.
static inline bool is_plain(float weight, const scaling *s) { return fabs(weight) <= s->most; }

static inline uint flag_weight(const rows_of_job *job, uint value, uint column, uint columns, float weight, uint v) {
    if (value >= VALUES) return 0;
    const uint bits = as_uint(weight), magnitude = bits & 0x7fffffffu;
    const uint flag = magnitude > 0x7f800000u   ? FLAG_NAN
                      : magnitude < 0x7f800000u ? FLAG_BEYOND_BOUND
                      : bits >> 31 != 0         ? FLAG_MINUS_INFINITY
                                                : FLAG_PLUS_INFINITY;
    return atomic_or(job->flags + PLACE_OF(value, column, columns), flag << 4 * v);
}
#else
#define scales_of(scales, range, known) (scales)[0].factor = (scales)[0].most = 0
#define magnitude_bits(weight) 0u
#define is_plain(weight, scale) true
#define flag_weight(job, value, column, columns, weight, v) 0u
#endif

#if LISTED
static inline uint report_skipped(const rows_of_job *job) { return atomic_inc(job->skipped); }
#else
#define report_skipped(job) 0u
#endif

// Adds to 64 bits of the workspace. Returns what depends on the atomics.
static inline ulong add_to_sum(__global ulong *sum, ulong n) {
    if (n == 0) return 0;
#if NATIVE_SUMS
    return atom_add(sum, n);
#else
#ifdef __ENDIAN_LITTLE__
    __global uint *low = (__global uint *)sum, *high = low + 1;
#else
    __global uint *high = (__global uint *)sum, *low = high + 1;
#endif
    const uint n_low = (uint)n, old_low = n_low != 0 ? atomic_add(low, n_low) : 0;
    const uint n_high = (uint)(n >> 32) + (old_low > 0xffffffffu - n_low ? 1 : 0);
    return old_low | (n_high != 0 ? atomic_add(high, n_high) : 0);
#endif
}
