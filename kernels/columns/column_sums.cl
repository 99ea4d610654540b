// column_sums: adds up the sums of values in the workspace and writes the caller's counters of bins. Included after
// columns_of_rows.cl.

// Sets words of the workspace to zero. A kernel does that because not every driver can fill buffers of 4 GiB and more.
__kernel void zero_words(__global uint *workspace, ulong first, ulong words) {
    const size_t n = get_global_id(0);
    if (n < words) workspace[first + n] = 0;
}

static inline void clear_sum(ulong *to) { UNROLLED for (uint w = 0; w < SUM_WORDS; ++w) to[w] = 0; }

// Like take_sum(), but for flags.
static inline uint take_flags(__global uint *flags) { return ARRIVES ? atomic_xchg(flags, 0u) : *flags; }

// `order` lists the values of an axis sorted by cell; those in no cell are last. The values of a cell begin at
// starts[first_cells[axis] + axis + cell]. With IDENTITY, each value is its own cell.
#define START_OF_CELL(axis, cell) (IDENTITY ? (cell) : starts[first_cells[axis] + (axis) + (cell)])
#define VALUE_AT(axis, n) (IDENTITY ? (n) : order[(axis)*256 + (n)])
#define CELL_PARAMETERS                                                                         \
    __global const uint *first_cells, __global const uint *starts, __global const uchar *order, \
        __global SUM_COUNTER *counts, uint cells, uint add, __global uint *skipped
#define CELL_ARGUMENTS first_cells, starts, order, counts, cells, add, skipped

// The sums of a cell.
typedef struct {
    ulong count, sums[VECTORS + 1][SUM_WORDS]; // `sums` has one for each weight vector
    uint flags;
} cell_sums;

static inline uint cells_of_axis(uint axis, CELL_PARAMETERS) { return first_cells[axis + 1] - first_cells[axis]; }

// Adds up the sums of the values at [begin, end) in the `order` of an axis.
static inline void take_cell(cell_sums *taken, __global ulong *sums, uint columns, uint axis, uint begin, uint end,
                             bool flagged, CELL_PARAMETERS) {
    const size_t apart = (size_t)VALUES * columns;
    taken->flags = 0;
    taken->count = 0;
    UNROLLED for (uint v = 0; v < VECTORS; ++v) clear_sum(taken->sums[v]);
    for (uint i = begin; i < end; ++i) {
        const size_t at = PLACE_OF(VALUE_AT(axis, i), axis, columns);
        taken->count += take_sum(sums + at);
        UNROLLED for (uint v = 0; v < VECTORS; ++v) {
            ulong n[SUM_WORDS];
            take_sum_of_weights(n, sums + (1 + v * SUM_WORDS) * apart + at, apart);
            add_sum(taken->sums[v], n);
        }
        if (flagged) taken->flags |= take_flags(FLAGS_OF(sums, columns) + at);
    }
}

static inline void write_cell(const cell_sums *taken, uint axis, uint cell, const scaling *scales, CELL_PARAMETERS) {
    const size_t place = first_cells[axis] + cell;
    if (COUNTS) {
        __global SUM_COUNTER *count = counts + counter_at(0, place, cells);
        *count = finished_count(taken->count, add != 0 ? *count : 0);
    }
    UNROLLED for (uint v = 0; v < VECTORS; ++v) {
        __global SUM_COUNTER *sum = counts + counter_at(COUNTS + v, place, cells);
        *sum = (SUM_COUNTER)finished_sum(taken->sums[v], taken->flags >> 4 * v & 15u, scales + v,
                                         add != 0 ? *sum : NO_SUM);
    }
}
