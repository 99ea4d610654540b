// item_columns: many columns of bytes, counted by their values, with the sums of narrow weights beside the counts. For CPUs: a
// work-item is a group, and has a table of its own for a tile of columns, which stays in the nearest caches. columns_of_rows.cl is
// before it.
//
// A table has WIDE_WORDS words of 64 bits of each value: the last has the count in its lower 16 bits, and above them the sum of
// the last weights, or nothing. So a table is emptied after 65,535 rows; 29 bits of a weight and 16 of rows are 45. Columns are
// PADDED_VALUES apart (a constant of the host), which is no power of two, so that equal values of neighbours do not share a set of a cache.

#define WIDE_WORDS (VECTORS == 0 ? 1 : VECTORS)
#define MOST_ROWS_AT_ONCE 65535u

static inline void empty_table(__local ulong *table, uint first, uint tile, uint columns, __global ulong *sums) {
    const size_t apart = (size_t)VALUES * columns;
    for (uint c = 0; c < tile; ++c) {
        for (uint value = 0; value < TABLE_VALUES; ++value) {
            __local ulong *p = table + (c * PADDED_VALUES + value) * WIDE_WORDS;
            const ulong last = p[WIDE_WORDS - 1];
            const ulong count = last & 0xffffu;
            if (count != 0 && value < VALUES) {
                __global ulong *sum = sums + (size_t)value * columns + first + c;
                add_to_sum(sum, count);
                for (uint v = 0; v + 1 < VECTORS; ++v) add_to_sum(sum + (1 + v) * apart, p[v]);
#if VECTORS > 0
                add_to_sum(sum + VECTORS * apart, (ulong)((long)(last - count) >> 16));
#endif
            }
            for (uint w = 0; w < WIDE_WORDS; ++w) p[w] = 0;
        }
    }
}

// What a row adds to each of its counters.
typedef struct {
    ulong words[WIDE_WORDS];
} addend;

static inline void make_addend(addend *a, const row *r, const float *scale) {
#if VECTORS == 0
    a->words[0] = 1;
#else
    for (uint v = 0; v < VECTORS; ++v) {
        const long units = convert_int_rte(r->weights[v] * scale[v]);
        a->words[v] = v + 1 < VECTORS ? (ulong)units : ((ulong)units << 16) + 1;
    }
#endif
}

static inline void add_value(__local ulong *column, uint value, const addend *a) {
    __local ulong *p = column + value_row(value) * WIDE_WORDS;
    for (uint w = 0; w < WIDE_WORDS; ++w) p[w] += a->words[w];
}

// The rows of a block that are counted: where each is, and what it adds.
static inline uint find_block(const rows_of_job *job, uint first, uint count, bool reports, ulong *at, addend *adds, const float *scale,
                              uint tile_first, uint tile, uint columns) {
    uint found = 0;
    for (uint i = 0; i < count; ++i) {
        row r;
        find_row(&r, job, first + i);
        if (reports) report_skipped(job, &r);
        if (!r.counted) continue;
        for (uint v = 0; v < VECTORS; ++v) {
            if (is_plain(r.weights[v], job, v)) continue;
            for (uint c = tile_first; c < tile_first + tile; ++c) flag_weight(job, byte_of_row(job, r.at, c), c, columns, r.weights[v], v);
            r.weights[v] = 0;
        }
        make_addend(adds + found, &r, scale);
        at[found++] = r.at;
    }
    return found;
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
count_columns(ROW_PARAMETERS, uint columns, uint parts, __global ulong *sums) {
    __local ulong table[TILE_COLUMNS * PADDED_VALUES * WIDE_WORDS];
    const rows_of_job job = ROWS_OF_JOB;
    const uint group = (uint)get_group_id(0), own_tile = group / parts, first = own_tile * TILE_COLUMNS;
    const uint part = group - own_tile * parts; // no remainder, which Oclgrind lacks beside a quotient
    const uint tile = min((uint)TILE_COLUMNS, columns - first);
    const uint chunk = (rows + parts - 1) / parts, begin = min(rows, part * chunk), end = min(rows, begin + chunk);
    float scale[VECTORS + 1];
    scales_of(scale, &job);
    for (uint i = 0; i < tile * PADDED_VALUES * WIDE_WORDS; ++i) table[i] = 0;
    uint counted = 0;
    ulong at[BLOCK];
    addend adds[BLOCK];
    for (uint i = begin; i < end; i += min((uint)BLOCK, end - i)) {
        const uint found = find_block(&job, i, min((uint)BLOCK, end - i), first == 0, at, adds, scale, first, tile, columns);
        if (counted + found > MOST_ROWS_AT_ONCE) {
            empty_table(table, first, tile, columns, sums);
            counted = 0;
        }
        counted += found;
#if PLANAR
        for (uint c = 0; c < tile; ++c)
            for (uint n = 0; n < found; ++n)
                add_value(table + c * PADDED_VALUES * WIDE_WORDS, byte_of_row(&job, at[n], first + c), adds + n);
#else
        for (uint n = 0; n < found; ++n)
            for (uint c = 0; c < tile; ++c)
                add_value(table + c * PADDED_VALUES * WIDE_WORDS, byte_of_row(&job, at[n], first + c), adds + n);
#endif
    }
    empty_table(table, first, tile, columns, sums);
}
