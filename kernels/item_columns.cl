// item_columns: many columns of bytes, counted by their values, with the sums of narrow weights beside the counts. For CPUs: a
// work-item is a group, and has a table of its own for a tile of columns, which stays in the nearest caches. columns_of_rows.cl and
// column_sums.cl are before it.
//
// A table has WIDE_WORDS words of 64 bits of each value: the last has the count in its lower 16 bits, and above them the sum of
// the last weights, or nothing. So a table is emptied after 65,535 rows; 29 bits of a weight and 16 of rows are 45. Columns are
// PADDED_VALUES apart (a constant of the host), which is no power of two, so that equal values of neighbours do not share a set of a cache.

#define WIDE_WORDS (VECTORS == 0 ? 1 : VECTORS)
#define MOST_ROWS_AT_ONCE 65535u

// `alone`: no other work-item adds to the sums of these columns.
static inline void add_to_total(__global ulong *sum, ulong n, bool alone) {
    if (alone)
        *sum += n;
    else
        add_to_sum(sum, n);
}

static inline void empty_table(__local ulong *table, uint first, uint tile, uint columns, __global ulong *sums, bool alone) {
    const size_t apart = (size_t)VALUES * columns;
    for (uint c = 0; c < tile; ++c) {
        for (uint value = 0; value < VALUES; ++value) {
            __local ulong *p = table + (c * PADDED_VALUES + value) * WIDE_WORDS;
            const ulong last = p[WIDE_WORDS - 1];
            const ulong count = last & 0xffffu;
            if (count != 0) {
                __global ulong *sum = sums + PLACE_OF(value, first + c, columns);
                add_to_total(sum, count, alone);
                for (uint v = 0; v + 1 < VECTORS; ++v) add_to_total(sum + (1 + v) * apart, p[v], alone);
#if VECTORS > 0
                add_to_total(sum + VECTORS * apart, (ulong)((long)(last - count) >> 16), alone);
#endif
            }
            for (uint w = 0; w < WIDE_WORDS; ++w) p[w] = 0;
        }
    }
}

// A CPU does not prefetch parts of rows that are far apart by itself, and OpenCL's prefetch() does nothing in PoCL. Other targets
// of Clang lack this one.
#if defined(__clang__) && (defined(__x86_64__) || defined(__aarch64__))
#define PREFETCH(address) __builtin_prefetch((const void *)(size_t)(address));
#else
#define PREFETCH(address)
#endif
#define ROWS_AHEAD 16

// What the rows of a block add to their counters, and where they are.
typedef struct {
    ulong at[BLOCK];
    ulong words[WIDE_WORDS][BLOCK];
} block;

static inline ulong wide_word(weight_value weight, const scaling *scale, uint v) {
#if FLOAT_WEIGHTS
    const long units = (int)rint(weight * scale->factor); // rint() rounds ties to even
#else
    const long units = weight;
#endif
    return v + 1 < VECTORS ? (ulong)units : ((ulong)units << 16) + 1;
}

#if LISTED || MASKED
// Each row by itself, and those alone that are counted. Returns how many.
static inline uint find_block(block *b, const rows_of_job *job, const scaling *scales, uint first, uint count, uint tile_first, uint tile,
                              uint columns) {
    uint found = 0;
    for (uint i = 0; i < count; ++i) {
        row r;
        find_row(&r, job, first + i, elements_of_list(job));
        if (tile_first == 0 && r.skipped) report_skipped(job);
        if (!r.counted) continue;
        const ulong at = r.element * job->stride;
        PREFETCH(job->samples + BYTE_OF_PLACE(at + tile_first)) // rows of a list lie anywhere
        b->at[found] = at;
        b->words[0][found] = 1;
        for (uint v = 0; v < VECTORS; ++v) {
            weight_value weight = weight_of_row(job, &r, v);
            if (!is_plain(weight, scales + v)) {
                for (uint c = tile_first; c < tile_first + tile; ++c)
                    flag_weight(job, byte_of_row(job, at, c), c, columns, weight, v);
                weight = 0;
            }
            b->words[v][found] = wide_word(weight, scales + v, v);
        }
        ++found;
    }
    return found;
}
#else
// All rows, by loops that the compiler can vectorize.
static inline uint find_block(block *b, const rows_of_job *job, const scaling *scales, uint first, uint count, uint tile_first, uint tile,
                              uint columns) {
    const ulong start = job->row_first + first;
    for (uint i = 0; i < count; ++i) b->at[i] = (start + i) * job->stride;
#if VECTORS == 0
    for (uint i = 0; i < count; ++i) b->words[0][i] = 1;
#else
    for (uint v = 0; v < VECTORS; ++v) {
        __global const WEIGHT *weights = job->weights[v] + job->first_weight[v];
        const scaling *scale = scales + v;
        uint greatest = 0;
        for (uint i = 0; i < count; ++i) {
            const weight_value weight = weight_at(weights, start + i);
            greatest = max(greatest, magnitude_bits(weight));
            b->words[v][i] = wide_word(weight, scale, v);
        }
        if (greatest <= as_uint(scale->most)) continue;
        for (uint i = 0; i < count; ++i) {
            const weight_value weight = weight_at(weights, start + i);
            if (is_plain(weight, scale)) continue;
            for (uint c = tile_first; c < tile_first + tile; ++c)
                flag_weight(job, byte_of_row(job, b->at[i], c), c, columns, weight, v);
            b->words[v][i] = wide_word(0, scale, v);
        }
    }
#endif
    return count;
}
#endif

// Counts a column's byte of a row.
#define ADD_VALUE(c, n)                                                                                                \
    {                                                                                                                  \
        __local ulong *p = table + ((c) * PADDED_VALUES + byte_of_row(&job, b.at[n], first + (c))) * WIDE_WORDS; \
        for (uint w = 0; w < WIDE_WORDS; ++w) p[w] += b.words[w][n];                                                   \
    }

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
count_columns(ROW_PARAMETERS, uint columns, uint parts, __global ulong *sums) {
    __local ulong table[TILE_COLUMNS * PADDED_VALUES * WIDE_WORDS];
    const rows_of_job job = ROWS_OF_JOB;
    const uint group = (uint)get_group_id(0), own_tile = group / parts, first = own_tile * TILE_COLUMNS;
    const uint part = group - own_tile * parts; // no remainder, which Oclgrind lacks beside a quotient
    const uint tile = min((uint)TILE_COLUMNS, columns - first);
    const uint chunk = (rows + parts - 1) / parts, begin = min(rows, part * chunk), end = min(rows, begin + chunk);
    scaling scales[VECTORS + 1];
    scales_of(scales, job.range, job.known);
    for (uint i = 0; i < tile * PADDED_VALUES * WIDE_WORDS; ++i) table[i] = 0;
    uint counted = 0;
    block b;
    for (uint i = begin; i < end; i += min((uint)BLOCK, end - i)) {
        const uint found = find_block(&b, &job, scales, i, min((uint)BLOCK, end - i), first, tile, columns);
        if (counted + found > MOST_ROWS_AT_ONCE) {
            empty_table(table, first, tile, columns, sums, parts == 1);
            counted = 0;
        }
        counted += found;
#if BESIDE == 1
        for (uint c = 0; c < tile; ++c)
            for (uint n = 0; n < found; ++n) ADD_VALUE(c, n)
#else
        for (uint n = 0; n < found; ++n) {
            if (tile < columns && n + ROWS_AHEAD < found) {
                __global const uchar *ahead = job.samples + BYTE_OF_PLACE(b.at[n + ROWS_AHEAD] + first);
                PREFETCH(ahead)
                PREFETCH(ahead + tile - 1)
            }
            for (uint c = 0; c < tile; ++c) ADD_VALUE(c, n)
        }
#endif
    }
    empty_table(table, first, tile, columns, sums, parts == 1);
}

// One work-item for each cell (dimension 0) of each axis (1).
__kernel void finish_columns(__global ulong *sums, uint columns, uint known, CELL_PARAMETERS) {
    const uint axis = (uint)get_global_id(1), cell = (uint)get_global_id(0);
    __global uint *state = STATE_OF_JOB(sums, columns);
    scaling scales[VECTORS + 1];
    if (axis == 0 && cell == 0) skipped[0] = state[SKIPPED];
    if (cell >= cells_of_axis(axis, CELL_ARGUMENTS)) return;
    scales_of(scales, state + RANGE, known);
    cell_sums taken;
    take_cell(&taken, sums, columns, axis, START_OF_CELL(axis, cell), START_OF_CELL(axis, cell + 1), FLOAT_WEIGHTS, CELL_ARGUMENTS);
    write_cell(&taken, axis, cell, scales, CELL_ARGUMENTS);
}
