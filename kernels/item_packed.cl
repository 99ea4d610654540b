// item_packed: each work-item counts in bytes of its own in the workspace, one for each bin: a quarter of the cache that words
// would take. A byte that wraps carries 256 into the caller's counter at once, by an atomic. A work-item a group; for many bins
// on CPUs.

#define ROW_BYTES ((WINDOW_BINS + 64u) / 64u * 64u) // with SPARE_CELL
#if MERGE == MERGE_DEVICE
#define COUNTS_DIRECTLY // the bytes are where merge_partials looks for them
#define PARTIAL_AT(partials, row, bin) ((__global const uchar *)(partials))[(row) * (size_t)ROW_BYTES + (bin)]
#endif

typedef struct {
    __global uchar *bytes;
    __global COUNTER *counts;
} accumulator;

static inline void begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials) {
    __global uint *row = partials + get_group_id(0) * (size_t)(ROW_BYTES / 4);
    for (uint i = 0; i < ROW_BYTES / 4; ++i) row[i] = 0;
    a->bytes = (__global uchar *)row;
    a->counts = counts;
}

static inline void accumulate(accumulator *a, uint bin, uint place, amount n) {
    const uint sum = a->bytes[bin] + n;
    a->bytes[bin] = (uchar)sum;
    if (SELDOM(sum > 255)) add_to_count(a->counts, bin, sum & ~255u);
}

static inline void count_cell(accumulator *a, uint cell) {
    if (SELDOM(++a->bytes[cell] == 0)) {
        if (cell != SPARE_CELL) add_to_count(a->counts, cell, 256);
    }
}

static inline void accumulate_block(accumulator *a, const CELL *cells, uint n) {
    uint k = 0;
    for (; k + 8 <= n; k += 8) {
#pragma unroll
        for (uint next = 0; next < 8; ++next) count_cell(a, cells[k + next]);
    }
    for (; k < n; ++k) count_cell(a, cells[k]);
}

static inline void end(accumulator *a) {}

static inline amount private_count(const accumulator *a, uint bin) { return a->bytes[bin]; }
