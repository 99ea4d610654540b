// column_sums: before the columns are counted, the greatest exponents of the weights; after that, from the sums of values in the
// workspace to the caller's counters of bins. columns_of_rows.cl is before it.

// A kernel, because not every driver can fill buffers of 4 GiB and more.
__kernel void zero_words(__global uint *workspace, ulong first, ulong words) {
    const size_t n = get_global_id(0);
    if (n < words) workspace[first + n] = 0;
}

#if FLOAT_WEIGHTS
// Whether a row has a value that is in a cell. in_cells: a bit for each value of each column.
static inline bool falls_into_a_cell(const rows_of_job *job, const row *r, uint columns, __global const uint *in_cells) {
    const ulong at = r->element * job->stride;
    for (uint c = 0; c < columns; ++c) {
        const uint value = byte_of_row(job, at, c);
        if ((in_cells[8 * c + value / 32] >> value % 32 & 1u) != 0) return true;
    }
    return false;
}

// The greatest exponent field of each vector's finite weights that are counted. Only of rows whose weight is above all that the
// work-item has found is it looked at where they fall.
__kernel void column_range(ROW_PARAMETERS, uint columns, __global ulong *sums, __global const uint *in_cells) {
    const rows_of_job job = ROWS_OF_JOB;
    uint most[VECTORS];
    for (uint v = 0; v < VECTORS; ++v) most[v] = 0;
    for (ulong n = get_global_id(0); n < rows; n += get_global_size(0)) {
        row r;
        find_row(&r, &job, (uint)n, elements_of_list(&job));
        if (!r.counted) continue;
        uint fields[VECTORS];
        bool above = false;
        for (uint v = 0; v < VECTORS; ++v) {
            const uint bits = magnitude_bits(weight_of_row(&job, &r, v)), field = bits >> 23;
            fields[v] = field == 255u ? 0 : field == 0 && bits != 0 ? 1u : field;
            above = above || fields[v] > most[v];
        }
        if (!above || !falls_into_a_cell(&job, &r, columns, in_cells)) continue;
        for (uint v = 0; v < VECTORS; ++v) most[v] = max(most[v], fields[v]);
    }
    for (uint v = 0; v < VECTORS; ++v)
        if (most[v] != 0) atomic_max(STATE_OF_JOB(sums, columns) + RANGE + v, most[v]);
}

// n whole units, or what the flags say; `old` are the bits of a double to add, 0 for none.
static inline ulong finished_sum(long n, uint flags, const scaling *scale, ulong old) {
    const int unit = unit_of(scale);
    if (flags == 0 && old == 0) return n == 0 ? 0 : as_double_bits((ulong)n) + ((ulong)(long)unit << 52);
    const ulong magnitude = n < 0 ? (ulong)-n : (ulong)n;
    const uint field = (uint)(old >> 52) & 2047u;
    const int of_old = field == 2047u ? unit : (int)max(field, 1u) - 1022 - 94;
    const int common = max(unit, of_old); // so that the existing sum has room
    amount sum = rounded(n < 0, 0, magnitude, unit - common);
    sum.s3 |= flags;
    return nearest_double(old != 0 ? sum_of(sum, old_amount(old, common)) : sum, common);
}
#else
// Modulo 2^64.
#define finished_sum(n, flags, scale, old) ((ulong)(n) + (old))
#endif

// The counter of what is counted beside the sums.
static inline SUM_COUNTER finished_count(ulong count, SUM_COUNTER old, uint add) {
#if FLOAT_WEIGHTS
    return as_double_bits(count + (add != 0 ? as_whole(old) : 0));
#else
    return (SUM_COUNTER)count + (add != 0 ? old : 0);
#endif
}

// What work-groups of one launch share is read by atomics, which leave zeros for the next.
#if ARRIVES
static inline ulong take_sum(__global ulong *sum) {
#if NATIVE_SUMS
    return atom_xchg(sum, 0UL);
#else
    union {
        uint words[2];
        ulong whole;
    } taken;
    for (uint w = 0; w < 2; ++w) taken.words[w] = atomic_xchg((__global uint *)sum + w, 0u);
    return taken.whole;
#endif
}
static inline uint take_flags(__global uint *flags) { return atomic_xchg(flags, 0u); }
#else
static inline ulong take_sum(__global const ulong *sum) { return *sum; }
static inline uint take_flags(__global const uint *flags) { return *flags; }
#endif

// The values of an axis are in `order` by their cells, and last those in none; starts[first_cells[axis] + axis + cell] is where
// those of a cell begin. IDENTITY: each cell's value is its number.
#if IDENTITY
#define START_OF_CELL(axis, cell) (cell)
#define VALUE_AT(axis, n) (n)
#else
#define START_OF_CELL(axis, cell) starts[first_cells[axis] + (axis) + (cell)]
#define VALUE_AT(axis, n) order[(axis) * 256 + (n)]
#endif
#define CELL_PARAMETERS                                                                                                \
    __global const uint *first_cells, __global const uint *starts, __global const uchar *order, __global SUM_COUNTER *counts, \
        uint cells, uint add, __global uint *skipped
#define CELL_ARGUMENTS first_cells, starts, order, counts, cells, add, skipped

// The sums of a cell: the count, then each vector's.
typedef struct {
    long sums[VECTORS + 1];
    uint flags;
} cell_sums;

static inline uint cells_of_axis(uint axis, CELL_PARAMETERS) { return first_cells[axis + 1] - first_cells[axis]; }

// Of values [begin, end) of an axis, in the order of their cells.
static inline void take_cell(cell_sums *taken, __global ulong *sums, uint columns, uint axis, uint begin, uint end, bool flagged,
                             CELL_PARAMETERS) {
    const size_t apart = (size_t)VALUES * columns;
    taken->flags = 0;
    UNROLLED for (uint v = 0; v <= VECTORS; ++v) taken->sums[v] = 0;
    for (uint i = begin; i < end; ++i) {
        const size_t at = PLACE_OF(VALUE_AT(axis, i), axis, columns);
        UNROLLED for (uint v = 0; v <= VECTORS; ++v) taken->sums[v] += (long)take_sum(sums + v * apart + at);
        if (flagged) taken->flags |= take_flags(FLAGS_OF(sums, columns) + at);
    }
}

static inline void write_cell(const cell_sums *taken, uint axis, uint cell, const scaling *scales, CELL_PARAMETERS) {
    size_t place = first_cells[axis] + cell;
#if COUNTS
    counts[place] = finished_count((ulong)taken->sums[0], counts[place], add);
    place += cells;
#endif
#if VECTORS > 0
    UNROLLED for (uint v = 0; v < VECTORS; ++v, place += cells)
        counts[place] = finished_sum(taken->sums[1 + v], taken->flags >> 4 * v & 15u, scales + v, add != 0 ? counts[place] : 0);
#endif
}

#if FLOAT_WEIGHTS
// What can be merged (src/variants/counters.hpp) of each cell (dimension 0) of each axis (1), by one work-item. The sums have the unit
// of wide sums of narrow weights.
__kernel void leave_columns(__global ulong *sums, uint columns, uint known, CELL_PARAMETERS) {
    const uint axis = (uint)get_global_id(1), cell = (uint)get_global_id(0), first = first_cells[axis];
    if (axis == 0 && cell == 0) skipped[0] = STATE_OF_JOB(sums, columns)[SKIPPED];
    if (cell >= first_cells[axis + 1] - first) return;
    const uint begin = START_OF_CELL(axis, cell), end = START_OF_CELL(axis, cell + 1);
    const size_t apart = (size_t)VALUES * columns, place = first + cell;
    for (uint v = 0; v <= VECTORS; ++v) {
        ulong total = 0;
        uint flags = 0;
        for (uint i = begin; i < end; ++i) {
            const size_t at = PLACE_OF(VALUE_AT(axis, i), axis, columns);
            total += sums[v * apart + at];
            flags |= FLAGS_OF(sums, columns)[at];
        }
        if (v != 0) {
            __global uint *words = (__global uint *)(counts + (COUNTS ? cells : 0)) + 4 * ((v - 1) * (size_t)cells + place);
            words[0] = (uint)total;
            words[1] = (uint)(total >> 32);
            words[2] = (long)total < 0 ? UINT_MAX : 0;
            words[3] = flags >> 4 * (v - 1) & 15u;
        } else if (COUNTS) {
            counts[place] = total;
        }
    }
}
#endif
