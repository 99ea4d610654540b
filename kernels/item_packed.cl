// item_packed: each work-item counts in private bytes in the workspace, one per bin: a quarter of the cache that words
// would take. A byte that wraps carries 256 into a word for its bin, or (if the workspace has no room for the words of all
// work-groups) into the caller's counter by an atomic, which is slower because the cores contend for the counters.
// One work-item per work-group; for many bins on CPUs.
//
//     row of a work-group: a byte per cell, SPARE_CELL too, padded to a multiple of 64; then, if CARRY_WORDS, a word per cell

#define BYTES_OF_ROW ((WINDOW_BINS + 64u) / 64u * 64u)
#define WORDS_OF_ROW (ROW_BYTES / 4)
#define CARRY_WORDS (ROW_BYTES > BYTES_OF_ROW)
#if MERGE == MERGE_DEVICE
#define COUNTS_DIRECTLY // the row is where merge_partials reads it
#define PARTIAL_AT(partials, row, bin) packed_count((partials) + (row) * (size_t)WORDS_OF_ROW, bin)
#endif

typedef struct {
    __global uint *row;
    __global COUNTER *counts;
} accumulator;

static inline void begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials) {
    a->row = partials + get_group_id(0) * (size_t)WORDS_OF_ROW;
    a->counts = counts;
    for (uint i = 0; i < WORDS_OF_ROW; ++i) a->row[i] = 0;
}

static inline uint packed_count(__global const uint *row, uint bin) {
    const uint n = ((__global const uchar *)row)[bin];
#if CARRY_WORDS
    return n + row[BYTES_OF_ROW / 4 + bin];
#else
    return n;
#endif
}

static inline void carry(__global uint *row, __global COUNTER *counts, uint cell, uint n) {
#if CARRY_WORDS
    row[BYTES_OF_ROW / 4 + cell] += n;
#else
    if (cell != SPARE_CELL) add_to_count(counts, cell, n);
#endif
}

static inline void accumulate(accumulator *a, uint bin, uint place, amount n) {
    __global uchar *byte = (__global uchar *)a->row + bin;
    const uint sum = *byte + n;
    *byte = (uchar)sum;
    if (sum > 255) carry(a->row, a->counts, bin, sum & ~255u);
}

static inline void count_cell(__global uint *row, __global COUNTER *counts, uint cell) {
    if (SELDOM(++((__global uchar *)row)[cell] == 0)) carry(row, counts, cell, 256);
}

static inline void accumulate_block(accumulator *a, CELLS_AT const CELL *cells, uint n) {
    __global uint *row = a->row;
    __global COUNTER *counts = a->counts;
    for (; n >= 8; n -= 8, cells += 8) {
#pragma unroll
        for (uint next = 0; next < 8; ++next) count_cell(row, counts, cells[next]);
    }
    for (; n > 0; --n, ++cells) count_cell(row, counts, *cells);
}

static inline void end(accumulator *a) {}

static inline amount private_count(const accumulator *a, uint bin) { return packed_count(a->row, bin); }
