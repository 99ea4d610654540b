// columns_of_rows: finds a row of a table of bytes, whether it is counted, and its weights. For columns.cl and
// item_columns.cl.
//
// A job counts `counted` of the problem's columns. If it counts all of them, and SIDE_BY_SIDE is set, they are
// consecutive channels; otherwise channels[n] is the channel of the n-th counted column. If it does not count all,
// channels[counted + n] is the axis of that column, its number among all columns. Other constants: MASKED; LISTED
// (indices have type INDEX); LISTED_WEIGHTS; VECTORS, the number of vectors of weights. Weights have type WEIGHT. Their
// sums have SUM_WORDS words of 64 bits and, if they are floats, flags (HAS_FLAGS).

// The workspace holds, in this order,
//
//     the sums            [count, words of a vector ...][place]; PLACE_OF is the place of a value of a column
//     the flags           [place], only with HAS_FLAGS: which special weights were counted, in four bits for each
//                         vector (FLAG_NAN ... of amount_float.cl)
//     the job's state     RANGE and SKIPPED
//     the tiles' states   for each tile of columns, the number of work-groups that have arrived, and FLAGGED if
//                         any flag is set
//
// All words except the range are zero before the rows are counted.
#define PLACE_OF(value, column, columns) \
    (ARRIVES ? (size_t)(value) * (columns) + (column) : (size_t)(column)*VALUES + (value))
#define FLAGS_OF(sums, columns) ((__global uint *)((sums) + (size_t)(1 + VECTORS * SUM_WORDS) * VALUES * (columns)))
#define STATE_OF_JOB(sums, columns) (FLAGS_OF(sums, columns) + (HAS_FLAGS ? (size_t)VALUES * (columns) : 0))
#define RANGE 0u   // words 0 to 3: the greatest exponent field of each vector's weights, for at most four vectors
#define SKIPPED 4u // word 4: the number of indices that are not below `elements`
#define STATE_OF_TILE(sums, columns, tile) (STATE_OF_JOB(sums, columns) + 5 + (tile))
#define FLAGGED 0x80000000u

// The rows of a job, from the parameters of a kernel. Parameters that the program leaves out are 0.
typedef struct {
    __global const uchar *samples;
    ulong stride, plane, row_first; // distances between rows and between planes, in samples; first row of this launch
    __global const uint *channels;
    uint counted;
    bool selects;                  // whether only some columns are counted
    __global const INDEX *indices; // if LISTED
    ulong first_index, elements;
    __global uint *skipped;
    __global const uchar *mask; // if MASKED
    ulong first_mask;
    __global const WEIGHT *weights[VECTORS + 1];
    ulong first_weight[VECTORS + 1];
    ulong weight_step;          // the value of WEIGHT_STEP, or 0 if that is a constant
    __global const uint *range; // float weights without a bound: the greatest exponent field of each vector
    uint known;                 // float weights: the exponent field of the weight bound; 0 without a bound
    uint room;                  // float weights: the number of bits of a sum above the bits of the greatest weight
    __global uint *flags;
} rows_of_job;
#define ROWS_OF_JOB                                                                                                    \
    {                                                                                                                  \
        samples + first_sample, stride, plane, row_first, channels, counted, counted != columns, indices, first_index, \
            elements, STATE_OF_JOB(sums, columns) + SKIPPED, mask, first_mask, {WEIGHTS_OF_JOB},                       \
            {FIRST_WEIGHTS_OF_JOB}, weight_step, STATE_OF_JOB(sums, columns) + RANGE, known, room,                     \
            FLAGS_OF(sums, columns)                                                                                    \
    }

typedef struct {
    ulong place, element; // the row's index in the list, and in the samples; equal if not LISTED
    bool counted, skipped;
} row;

static inline ulong elements_of_list(const rows_of_job *job) { return LISTED ? job->elements : 0; }

// Finds the n-th row of the launch. A listed row whose index is not below `elements` is skipped.
static inline void find_row(row *r, const rows_of_job *job, uint n, ulong elements) {
    r->place = r->element = job->row_first + n;
    r->counted = true;
    r->skipped = false;
    if (LISTED) {
        r->element = job->indices[job->first_index + r->place];
        if (r->element >= elements) {
            r->counted = false;
            r->skipped = true;
            r->element = 0;
        }
    }
    if (MASKED) r->counted = r->counted && job->mask[job->first_mask + r->element] != 0;
}

static inline WEIGHT_VALUE weight_of_row(const rows_of_job *job, const row *r, uint v) {
    return WEIGHT_AT(job->weights[v],
                     job->first_weight[v] + (LISTED_WEIGHTS ? r->place : r->element) * WEIGHT_STEP(job));
}

// The axis of the n-th counted column.
static inline uint axis_of_column(__global const uint *channels, uint counted, uint columns, uint n) {
    return counted != columns ? channels[counted + n] : n;
}

// The position of the n-th counted column in a row that begins at `at`. `by_table`: whether the column's channel is
// job->channels[n]; otherwise it is n.
static inline ulong place_of_column(const rows_of_job *job, ulong at, uint n, bool by_table) {
    return at + place_of_channel(by_table ? job->channels[n] : n, job->plane);
}
#define BY_TABLE(job) (!SIDE_BY_SIDE || (job)->selects)

static inline uint byte_of_row(const rows_of_job *job, ulong at, uint n) {
    const ulong place = place_of_column(job, at, n, BY_TABLE(job));
    return SAMPLE_AT(job->samples, place);
}

// The four counted columns of a word of a row, the first in the lowest byte. Bytes beyond the last column are 0.
static inline uint word_of_row(const rows_of_job *job, ulong at, uint word) {
    uint values = 0;
    for (uint k = 0; k < 4; ++k)
        if (word * 4 + k < job->counted) values |= byte_of_row(job, at, word * 4 + k) << 8 * k;
    return values;
}

// The row of a table that counts a value. Values from VALUES on, which are in no bin, share the last row.
static inline uint value_row(uint value) { return TABLE_VALUES > VALUES ? min(value, (uint)VALUES) : value; }

static inline uint report_skipped(const rows_of_job *job) { return LISTED ? atomic_inc(job->skipped) : 0; }
