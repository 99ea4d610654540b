// item_packed: each work-item counts in private bytes in the workspace, one per bin, which take a quarter of the cache
// that words would. When a byte wraps, 256 is added to its bin's word in the same row. If the workspace has no room for
// the words of all work-groups, 256 is added to the caller's counter instead, by an atomic; that is slower, because the
// cores contend for these counters. One work-item per work-group; for many bins on CPUs.
//
//     row of a work-group: a byte per cell, including SPARE_CELL, padded to a multiple of 64; then, if there is room, a
//     word per cell

typedef struct {
    __global uint *row;
    __global uint *carried; // the words of the row, or null
    __global COUNTER *counts;
    uint spare; // SPARE_CELL
} accumulator;

// The words that follow the bytes in a row; null if it has only bytes.
static inline __global uint *carried_in(__global const uint *row, uint words, uint bins) {
    const uint words_of_bytes = (bins + 64) / 64 * 16;
    return words > words_of_bytes ? (__global uint *)row + words_of_bytes : 0;
}

static inline void
begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials, const problem *p) {
    a->row = partials + get_group_id(0) * (size_t)ROW_WORDS;
    a->carried = carried_in(a->row, ROW_WORDS, WINDOW_BINS);
    a->counts = counts;
    a->spare = SPARE_CELL;
    for (uint i = 0; i < ROW_WORDS; ++i) a->row[i] = 0;
}

static inline uint packed_count(__global const uint *row, __global const uint *carried, uint bin) {
    const uint n = ((__global const uchar *)row)[bin];
    return carried != 0 ? n + carried[bin] : n;
}

// The count of a bin in a row, for merge_partials.
static inline uint partial_at(__global const uint *row, uint words, uint bins, size_t bin) {
    return packed_count(row, carried_in(row, words, bins), (uint)bin);
}

static inline void carry(const accumulator *a, uint cell, uint n) {
    if (a->carried != 0)
        a->carried[cell] += n;
    else if (cell != a->spare)
        add_to_count(a->counts, cell, n);
}

static inline void accumulate(accumulator *a, uint bin, uint place, amount n) {
    __global uchar *byte = (__global uchar *)a->row + bin;
    const uint sum = *byte + n;
    *byte = (uchar)sum;
    if (sum > 255) carry(a, bin, sum & ~255u);
}

static inline void count_cell(const accumulator *a, uint cell) {
    if (SELDOM(++((__global uchar *)a->row)[cell] == 0)) carry(a, cell, 256);
}

static inline void accumulate_block(accumulator *a, CELLS_AT const CELL *cells, uint n) {
    const accumulator own = *a; // a copy that cannot alias the counters, for the compiler
    for (; n >= 8; n -= 8, cells += 8) {
        UNROLLED for (uint next = 0; next < 8; ++next) count_cell(&own, cells[next]);
    }
    for (; n > 0; --n, ++cells) count_cell(&own, *cells);
}

static inline void end(accumulator *a) {}

static inline amount private_count(const accumulator *a, uint bin) { return packed_count(a->row, a->carried, bin); }
