// item_pairs: one store counts two samples. 256 cells and the spare one make 33153 unordered pairs. Each pair has a
// byte counter; all pairs take 33 KB, about the size of a core's L1 cache. When a byte wraps to 0, 256 is added to the
// counters of both cells in tables (item_tables.cl). At the end, the bytes are also added to the tables.
//
//     pair of cells (low, high) -> high (high + 1) / 2 + low
//
// An increment waits for the previous one if both are of the same pair. Therefore adjacent pairs are not counted one
// after the other, and the pair of two spare cells, which masks make frequent, has SPARE_PAIRS bytes that are used in
// turn. If pairs still repeat often, the block is counted in the tables. The first blocks are also counted in the
// tables, because clearing and adding up the pairs takes as long as counting 30,000 samples. One work-item per
// work-group; for CPUs.

#define BLOCKS_WITHOUT_PAIRS 32
#define PAIRS_PER_STEP 32u
#define SPARE_PAIRS 64u
#define LOOKS 64u
#define MAX_CELLS 256

typedef struct {
    TABLES_AT uint *tables;
    __local uint *pairs; // the pairs' byte counters
    uint spare;          // SPARE_CELL
    uint blocks;         // number of blocks seen by has_pairs(), at most BLOCKS_WITHOUT_PAIRS + 1
} accumulator;

static inline void
begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials, const problem *p) {
    const uint words = table_words(SPARE_CELL);
    a->tables = tables_of_group(memory, partials, p);
    a->pairs = memory + words;
    a->spare = SPARE_CELL;
    a->blocks = 0;
    zero_tables(a->tables, a->spare);
}

static inline void accumulate(accumulator *a, uint bin, uint place, amount n) {
    add_to_tables(a->tables, a->spare, bin, place, n);
}

// The index of a pair. All values are below 2^16, so that 16-bit vector lanes suffice.
static inline ushort pair_of(CELL one, CELL other) {
    const ushort low = (ushort)min(one, other), high = (ushort)max(one, other);
    const ushort rows = (ushort)((ushort)(high + 1) >> 1), width = (ushort)(high | 1);
    return (ushort)((ushort)(rows * width) + low);
}

// Finds pairs [first, end) of 2 n cells: pair k has cell k of the first half and cell k of the second.
#if VECTORIZES_NARROW_LOOPS
static inline ALWAYS_INLINE void
find_pairs(ushort *pairs, CELLS_AT const CELL *cells, uint n, uint first, uint end, ushort spare) {
    VECTOR_LOOP(sizeof(ushort))
    for (uint k = first; k < end; ++k) {
        const CELL one = cells[k], other = cells[k + n];
        const ushort pair = pair_of(one, other), place = (ushort)(k % SPARE_PAIRS);
        pairs[k] = (ushort)(pair + (sizeof(CELL) > 1 && min(one, other) == spare ? place : (ushort)0));
    }
}
#else
static inline ALWAYS_INLINE void
find_pairs(ushort *pairs, CELLS_AT const CELL *cells, uint n, uint first, uint end, ushort spare) {
    const ushort16 places = (ushort16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    for (uint k = first; k < end; k += 16) {
        const ushort16 one = convert_ushort16(vload16(0, cells + k)),
                       other = convert_ushort16(vload16(0, cells + k + n)), low = min(one, other),
                       high = max(one, other);
        ushort16 pair = ((high + (ushort)1) >> (ushort)1) * (high | (ushort)1) + low;
        if (sizeof(CELL) > 1) pair += as_ushort16(low == spare) & (places + (ushort)(k % SPARE_PAIRS));
        vstore16(pair, 0, pairs + k);
    }
}
#endif

// Whether the same pair is counted twice in a row so often that the tables are faster: more than 4 times in 64. The
// limit was measured with bytes in which each bit is rarely set.
static inline bool repeat_often(const ushort *pairs, uint apart) {
    ushort repeats = 0;
    VECTOR_LOOP(sizeof(ushort))
    for (uint k = 0; k < LOOKS; ++k) repeats += (ushort)(pairs[k] == pairs[k + apart]);
    return repeats > LOOKS / 16;
}

// Counts one pair. The two cells are read only if the byte wraps.
static inline ALWAYS_INLINE void
count_pair(const accumulator *a, __local uchar *byte, CELLS_AT const CELL *one, uint apart) {
    if (SELDOM(++*byte == 0)) {
        add_to_tables(a->tables, a->spare, one[0], 0, 256);
        add_to_tables(a->tables, a->spare, one[apart], 1, 256);
    }
}

// Counts n pairs in steps of PAIRS_PER_STEP; n is a multiple of it. The pairs of one step are n / PAIRS_PER_STEP apart,
// the largest possible distance.
static inline ALWAYS_INLINE void
add_pairs(const accumulator *a, const ushort *pairs, CELLS_AT const CELL *cells, uint n) {
    __local uchar *bytes = (__local uchar *)a->pairs;
    const uint steps = n / PAIRS_PER_STEP;
    for (uint step = 0; step < steps; ++step) {
        UNROLLED for (uint k = 0; k < PAIRS_PER_STEP; ++k)
            count_pair(a, bytes + pairs[step + k * steps], cells + step + k * steps, n);
    }
}

// Returns false in the first BLOCKS_WITHOUT_PAIRS blocks, whose pairs are not counted, and true afterwards. Before it
// first returns true, it clears the counters of pairs.
static inline bool has_pairs(accumulator *a) {
    if (a->blocks > BLOCKS_WITHOUT_PAIRS) return true;
    if (a->blocks++ < BLOCKS_WITHOUT_PAIRS) return false;
    const uint pairs = (a->spare + 1) * (a->spare + 2) / 2 + SPARE_PAIRS;
    for (uint i = 0; i < (pairs + 3) / 4; ++i) a->pairs[i] = 0;
    return true;
}

static inline ALWAYS_INLINE void accumulate_block(accumulator *a, CELLS_AT const CELL *cells, uint n) {
    const uint steps = n / (2 * PAIRS_PER_STEP), found = steps * PAIRS_PER_STEP;
    uint counted = 0;
    if (found >= 2 * LOOKS && has_pairs(a)) {
        const accumulator own = *a; // a copy that cannot alias the counters, for the compiler
        ushort pairs[ELEMENTS_PER_LOAD / 2];
        find_pairs(pairs, cells, found, 0, 2 * LOOKS, (ushort)a->spare);
        if (!repeat_often(pairs, steps)) {
            find_pairs(pairs, cells, found, 2 * LOOKS, found, (ushort)a->spare);
            add_pairs(&own, pairs, cells, found);
            counted = 2 * found;
        }
    }
    add_block_to_tables(a->tables, a->spare, cells + counted, n - counted);
}

static inline void end(accumulator *a) {
    if (a->blocks <= BLOCKS_WITHOUT_PAIRS) return;
    __local const uchar *row = (__local const uchar *)a->pairs;
    const uint last = (uint)(CELL)a->spare == a->spare ? a->spare : a->spare - 1; // the greatest value of a CELL
    uint sums[MAX_CELLS + 1];
    for (uint cell = 0; cell <= last; ++cell) sums[cell] = 0;
    for (uint high = 0; high <= last; row += ++high) {
        uint with_others = 0;
        VECTOR_LOOP(sizeof(uint))
        for (uint low = 0; low <= high; ++low) {
            const uint n = row[low];
            with_others += n;
            sums[low] += n;
        }
        sums[high] += with_others;
    }
    for (uint cell = 0; cell <= last; ++cell) add_to_tables(a->tables, a->spare, cell, 0, sums[cell]);
}

static inline amount private_count(const accumulator *a, uint bin) { return sum_of_tables(a->tables, a->spare, bin); }
