// column_sums: adds up the sums of values in the workspace and writes the caller's counters of bins. Included after
// columns_of_rows.cl.

// Sets words of the workspace to zero. A kernel does that because not every driver can fill buffers of 4 GiB and more.
__kernel void zero_words(__global uint *workspace, ulong first, ulong words) {
    const size_t n = get_global_id(0);
    if (n < words) workspace[first + n] = 0;
}

static inline void clear_sum(ulong *to) { UNROLLED for (uint w = 0; w < SUM_WORDS; ++w) to[w] = 0; }

static inline void add_sum(ulong *to, const ulong *n) {
    to[0] += n[0];
    if (SUM_WORDS == 2) to[SUM_WORDS - 1] += n[SUM_WORDS - 1] + (to[0] < n[0] ? 1 : 0);
}

// Adds to a sum in the workspace, whose words are `apart` words apart. Returns the results of its atomics.
static inline ulong add_to_sum_of_weights(__global ulong *sum, size_t apart, const ulong *n) {
    return SUM_WORDS == 1 ? add_to_sum(sum, n[0]) : add_to_wide_sum(sum, apart, n[0], n[SUM_WORDS - 1]);
}

// The counter for a count of elements.
static inline SUM_COUNTER finished_count(ulong count, SUM_COUNTER old, uint add) {
    return (SUM_COUNTER)as_counter(count + (add != 0 ? as_whole(old) : 0));
}

// With ARRIVES, work-groups of the same launch wrote these words, so they are read by atomics, which also zero them for
// the next launch.
static inline ulong take_sum(__global ulong *sum) { return ARRIVES ? exchange_sum(sum) : *sum; }
static inline uint take_flags(__global uint *flags) { return ARRIVES ? atomic_xchg(flags, 0u) : *flags; }

// `order` lists the values of an axis sorted by cell; those in no cell are last. The values of a cell begin at
// starts[first_cells[axis] + axis + cell]. With IDENTITY each value is its own cell.
#define START_OF_CELL(axis, cell) (IDENTITY ? (cell) : starts[first_cells[axis] + (axis) + (cell)])
#define VALUE_AT(axis, n) (IDENTITY ? (n) : order[(axis)*256 + (n)])
#define CELL_PARAMETERS                                                                         \
    __global const uint *first_cells, __global const uint *starts, __global const uchar *order, \
        __global SUM_COUNTER *counts, uint cells, uint add, __global uint *skipped
#define CELL_ARGUMENTS first_cells, starts, order, counts, cells, add, skipped

// The sums of a cell.
typedef struct {
    ulong count, sums[VECTORS + 1][SUM_WORDS]; // of each weight vector
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
            UNROLLED for (uint w = 0; w < SUM_WORDS; ++w) n[w] = take_sum(sums + (1 + v * SUM_WORDS + w) * apart + at);
            add_sum(taken->sums[v], n);
        }
        if (flagged) taken->flags |= take_flags(FLAGS_OF(sums, columns) + at);
    }
}

static inline void write_cell(const cell_sums *taken, uint axis, uint cell, const scaling *scales, CELL_PARAMETERS) {
    size_t place = first_cells[axis] + cell;
    if (COUNTS) {
        counts[place] = finished_count(taken->count, counts[place], add);
        place += cells;
    }
    UNROLLED for (uint v = 0; v < VECTORS; ++v, place += cells) counts[place] =
        finished_sum(taken->sums[v], taken->flags >> 4 * v & 15u, scales + v, add != 0 ? counts[place] : 0);
}
