// item_pairs: one store counts two samples. Up to 256 cells, plus the spare one, make 33153 unordered pairs, each with
// a byte that stays in a core's L1 cache. A byte that wraps to 0 adds 256 to its two cells in tables; what is left in
// the bytes is added to them at the end.
//
//     pair of cells (low, high) -> high (high + 1) / 2 + low
//
// If the same pairs recur, each increment waits for the one before it; such blocks are counted in the tables. So are the first
// ones, because clearing and adding up the pairs takes as long as some 200,000 samples. One work-item per work-group; for CPUs.

#define BLOCKS_WITHOUT_PAIRS 256
#define PAIRS_AT_ONCE 128u

typedef struct {
    __local uint *tables;
    __local uint *pairs; // bytes
    uint spare;          // SPARE_CELL
    uint blocks;         // counted so far
} accumulator;

static inline void begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials,
                         const problem *p) {
    const uint words = table_words(SPARE_CELL);
    a->tables = memory;
    a->pairs = memory + words;
    a->spare = SPARE_CELL;
    a->blocks = 0;
    zero_tables(a->tables, words);
}

static inline void accumulate(accumulator *a, uint bin, uint place, amount n) { add_to_tables(a->tables, bin, place, n); }

// Everything stays below 2^16, so that as many as possible fit a vector.
static inline ushort pair_of(CELL one, CELL other) {
    const ushort low = (ushort)min(one, other), high = (ushort)max(one, other);
    const ushort rows = (ushort)((ushort)(high + 1) >> 1), width = (ushort)(high | 1);
    return (ushort)((ushort)(rows * width) + low);
}

// The pairs of 2 · PAIRS_AT_ONCE cells: each cell of the first half with its counterpart in the second.
static inline void find_pairs(ushort *pairs, CELLS_AT const CELL *cells) {
    for (uint k = 0; k < PAIRS_AT_ONCE; ++k) pairs[k] = pair_of(cells[k], cells[k + PAIRS_AT_ONCE]);
}

// Whether the same pairs recur: in a slow random walk one in 9 is followed by itself, with two values one in 3.
static inline bool repeat_often(const ushort *pairs) {
    const uint looks = PAIRS_AT_ONCE / 2;
    ushort repeats = 0;
    for (uint k = 0; k < looks; ++k) repeats += (ushort)(pairs[k] == pairs[k + 1]);
    return repeats > looks / 5;
}

// The two cells are read only if the byte wraps.
static inline void count_pair(__local uint *tables, __local uchar *byte, CELLS_AT const CELL *one, CELLS_AT const CELL *other) {
    if (SELDOM(++*byte == 0)) {
        add_to_tables(tables, *one, 0, 256);
        add_to_tables(tables, *other, 1, 256);
    }
}

static inline void add_pairs(__local uint *tables, __local uchar *bytes, const ushort *pairs, CELLS_AT const CELL *cells) {
    CELLS_AT const CELL *others = cells + PAIRS_AT_ONCE;
    for (uint k = 0; k < PAIRS_AT_ONCE; k += 16) {
        const ushort *pair = pairs + k;
#pragma unroll
        for (uint next = 0; next < 16; ++next) count_pair(tables, bytes + pair[next], cells + k + next, others + k + next);
    }
}

// Whether to count pairs by now; clears them the first time.
static inline bool has_pairs(accumulator *a) {
    if (a->blocks > BLOCKS_WITHOUT_PAIRS) return true;
    if (a->blocks++ < BLOCKS_WITHOUT_PAIRS) return false;
    const uint pairs = (a->spare + 1) * (a->spare + 2) / 2;
    for (uint i = 0; i < (pairs + 3) / 4; ++i) a->pairs[i] = 0;
    return true;
}

static inline void accumulate_block(accumulator *a, CELLS_AT const CELL *cells, uint n) {
    ushort pairs[PAIRS_AT_ONCE];
    if (n >= 2 * PAIRS_AT_ONCE && has_pairs(a)) {
        find_pairs(pairs, cells);
        if (!repeat_often(pairs)) {
            add_pairs(a->tables, (__local uchar *)a->pairs, pairs, cells);
            for (n -= 2 * PAIRS_AT_ONCE, cells += 2 * PAIRS_AT_ONCE; n >= 2 * PAIRS_AT_ONCE;
                 n -= 2 * PAIRS_AT_ONCE, cells += 2 * PAIRS_AT_ONCE) {
                find_pairs(pairs, cells);
                add_pairs(a->tables, (__local uchar *)a->pairs, pairs, cells);
            }
        }
    }
    add_block_to_tables(a->tables, cells, n);
}

static inline void end(accumulator *a) {
    if (a->blocks <= BLOCKS_WITHOUT_PAIRS) return;
    __local const uchar *bytes = (__local const uchar *)a->pairs;
    const uint last = (uint)(CELL)a->spare == a->spare ? a->spare : a->spare - 1; // of a CELL
    for (uint high = 0; high <= last; ++high) {
        uint with_others = 0;
        for (uint low = 0; low <= high; ++low) {
            const uint n = bytes[pair_of((CELL)low, (CELL)high)];
            with_others += n;
            add_to_tables(a->tables, low, 0, n);
        }
        add_to_tables(a->tables, high, 0, with_others);
    }
}

static inline amount private_count(const accumulator *a, uint bin) { return sum_of_tables(a->tables, bin); }
