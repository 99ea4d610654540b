// columns: many columns of bytes, counted by their values from one table in local memory, with the sums of narrow weights beside
// the counts. For GPUs; item_columns.cl is for CPUs. columns_of_rows.cl and column_sums.cl are before both.
//
// A table has TEAM counters of each value and word: word, value, slot. A work-item counts one 32-bit word of a row, which is four
// columns, and those of a team of TEAM work-items have slots of their own, so that they never wait for each other: work-item r of
// those that share a word begins with column r % 4. Slots beyond a tile's columns are its replicas.
//
// A weight is a whole number of units, split into two limbs of 15 bits: x = M + hi, where M = 1.5 · 2^23 makes a single float's
// last bit a unit, and y = M + lo. Their bits are added as they are; a count, which is added too, tells how many M to take off.
// With fewer than 2^17 rows of a group (src/policy/columns.cpp) no limb overflows.
//
// Work-groups add their tables to the sums in the workspace. The last of a tile to arrive writes the counters of its columns, and
// leaves zeros for the next launch.

#define TILE_COLUMNS (4 * TILE_WORDS)
#define ROWS_OF_TEAM (LOADS * TEAM / TILE_WORDS) // at once, LOADS side by side for a work-item
#define MAGIC 12582912.0f
#define MAGIC_BITS 0x4b400000u
#define LIMB (1 << 15)
#define TABLE_WORD (TABLE_VALUES * TEAM)
#define LIMB_WORDS (1 + 2 * VECTORS)

typedef struct {
    uint hi, lo;
} limbs;

static inline void split(limbs *l, float weight, float scale) {
    const float x = fma(weight, scale / LIMB, MAGIC);
    l->hi = as_uint(x);
    l->lo = as_uint(fma(x - MAGIC, -(float)LIMB, weight * scale) + MAGIC);
}

static inline void count_value(__local uint *table, uint value, uint slot, const limbs *l) {
    __local uint *p = table + value_row(value) * TEAM + slot;
    atomic_inc(p);
    for (uint v = 0; v < VECTORS; ++v) {
        atomic_add(p + (1 + 2 * v) * TABLE_WORD, l[v].hi);
        atomic_add(p + (2 + 2 * v) * TABLE_WORD, l[v].lo);
    }
}

// A word of a row and the row's weights.
typedef struct {
    uint values;
    bool counted, skipped;
    float weights[VECTORS + 1];
} word_to_count;

#if VECTORS > 0
// Those of LOADS rows side by side, of `end`.
static inline void load_weights(float *weights, __global const float *all, uint first, uint end) {
#if LOADS == 4
    if (first + 4 <= end && ((size_t)(all + first) & 15) == 0) {
        const float4 four = *(__global const float4 *)(all + first);
        weights[0] = four.s0;
        weights[1] = four.s1;
        weights[2] = four.s2;
        weights[3] = four.s3;
        return;
    }
#endif
    for (uint u = 0; u < LOADS; ++u) weights[u] = all[min(first + u, end - 1)];
}
#endif

// All loads of LOADS rows before any is counted. Rows from `end` on are the last one again, and are not counted.
static inline void load_words(word_to_count *words, const rows_of_job *job, uint first, uint end, uint word, uint columns) {
    row rows[LOADS];
    for (uint u = 0; u < LOADS; ++u) find_row(rows + u, job, min(first + u, end - 1));
#if VECTORS > 0
    for (uint v = 0; v < VECTORS; ++v) {
#if LISTED && !LISTED_WEIGHTS
        for (uint u = 0; u < LOADS; ++u) words[u].weights[v] = weight_of_row(job, rows + u, v);
#else
        float weights[LOADS];
        load_weights(weights, job->weights[v] + job->first_weight[v] + job->row_first, first, end);
        for (uint u = 0; u < LOADS; ++u) words[u].weights[v] = weights[u];
#endif
    }
#endif
    for (uint u = 0; u < LOADS; ++u) {
        const bool is_row = first + u < end;
        words[u].counted = is_row && rows[u].counted;
        words[u].skipped = is_row && rows[u].skipped;
        words[u].values = word_of_row(job, rows[u].element * job->stride, word, columns);
    }
}

// Adds the table to the sums. Returns what cannot be known before the additions are done.
static inline ulong add_table(__local const uint *table, uint tile, uint columns, __global ulong *sums) {
    ulong done = 0;
    for (uint a = (uint)get_local_id(0); a < VALUES * TILE_COLUMNS; a += GROUP_SIZE) {
        const uint own = a % TILE_COLUMNS, value = a / TILE_COLUMNS, column = tile * TILE_COLUMNS + own;
        if (column >= columns) continue;
        uint count = 0;
        for (uint slot = own; slot < TEAM; slot += TILE_COLUMNS) count += table[value * TEAM + slot];
        if (count == 0) continue;
        __global ulong *sum = sums + (size_t)value * columns + column;
        const size_t apart = (size_t)VALUES * columns;
        done |= add_to_sum(sum, count);
        for (uint v = 0; v < VECTORS; ++v) {
            long total = 0;
            for (uint slot = own; slot < TEAM; slot += TILE_COLUMNS) {
                __local const uint *p = table + value * TEAM + slot;
                const uint surplus = p[0] * MAGIC_BITS;
                total += (long)(int)(p[(1 + 2 * v) * TABLE_WORD] - surplus) * LIMB;
                total += (int)(p[(2 + 2 * v) * TABLE_WORD] - surplus);
            }
            done |= add_to_sum(sum + (1 + v) * apart, (ulong)total);
        }
    }
    return done;
}

// Writes the counters of a tile's columns, whose sums are complete.
static inline void finish_tile(uint tile, uint columns, uint most_cells, const scaling *scales, bool flagged,
                               __global ulong *sums, CELL_PARAMETERS) {
    for (uint a = (uint)get_local_id(0); a < TILE_COLUMNS * most_cells; a += GROUP_SIZE) {
        const uint column = tile * TILE_COLUMNS + a % TILE_COLUMNS;
        if (column < columns) finish_cell(sums, columns, column, a / TILE_COLUMNS, scales, flagged, CELLS);
    }
    for (uint a = (uint)get_local_id(0); a < TILE_COLUMNS * VALUES; a += GROUP_SIZE) {
        const uint column = tile * TILE_COLUMNS + a % TILE_COLUMNS;
        if (column < columns) drop_value(sums, columns, column, a / TILE_COLUMNS, flagged, CELLS);
    }
}

// `last`: of the job's launches.
__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1))) void
count_columns(ROW_PARAMETERS, uint columns, uint parts, __global ulong *sums, uint last, uint most_cells, CELL_PARAMETERS) {
    __local uint table[LIMB_WORDS * TABLE_WORD];
    const rows_of_job job = ROWS_OF_JOB;
    const uint item = (uint)get_local_id(0), group = (uint)get_group_id(0), tile = group / parts;
    const uint part = group - tile * parts; // no remainder, which Oclgrind lacks beside a quotient
    __global uint *state = STATE_OF_TILE(sums, columns, tile);
    ulong done = 0;
    scaling scales[VECTORS + 1];
    scales_of(scales, job.range, job.known);
    {
        const uint lane = item % TEAM, own = lane % TILE_WORDS, r = lane / TILE_WORDS, turn = r % 4;
        const uint word = tile * TILE_WORDS + own;
        const uint chunk = ((rows + parts - 1) / parts + 3) & ~3u, begin = min(rows, part * chunk);
        const uint end = word * 4 < columns ? min(rows, begin + chunk) : begin;
        const uint replica = r / 4 * TILE_COLUMNS, step = GROUP_SIZE / TEAM * ROWS_OF_TEAM;
        uint slot[4];
        for (uint k = 0; k < 4; ++k) slot[k] = replica + own * 4 + (k + turn) % 4;
        uint i = begin + item / TEAM * ROWS_OF_TEAM + r * LOADS;
        word_to_count next[LOADS];
        if (i < end) load_words(next, &job, i, end, word, columns);
        for (uint n = item; n < LIMB_WORDS * TABLE_WORD; n += GROUP_SIZE) table[n] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (; i < end; i += step) {
            word_to_count words[LOADS];
            for (uint u = 0; u < LOADS; ++u) words[u] = next[u];
            if (i + step < end) load_words(next, &job, i + step, end, word, columns);
            for (uint u = 0; u < LOADS; ++u) {
                if (word == 0 && words[u].skipped) done |= report_skipped(&job);
                if (!words[u].counted) continue;
                limbs l[VECTORS + 1];
                for (uint v = 0; v < VECTORS; ++v) {
                    if (!is_plain(words[u].weights[v], scales + v)) {
                        for (uint k = 0; k < 4 && word * 4 + k < columns; ++k)
                            done |= flag_weight(&job, words[u].values >> 8 * k & 255u, word * 4 + k, columns, words[u].weights[v], v);
                        done |= atomic_or(state + FLAGGED, 1u);
                        words[u].weights[v] = 0;
                    }
                    split(l + v, words[u].weights[v], scales[v].factor);
                }
                const uint turned = rotate(words[u].values, (32 - turn * 8) & 31u);
                for (uint k = 0; k < 4; ++k) count_value(table, turned >> 8 * k & 255u, slot[k], l);
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    done |= add_table(table, tile, columns, sums);
    barrier(CLK_LOCAL_MEM_FENCE);
    // A group arrives when all its additions are done. Atomics of different addresses are ordered by their values alone: behind a
    // fence, some were seen too late (H200).
    atomic_xor(table + item % TEAM, (uint)done ^ (uint)(done >> 32));
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (item == 0) {
        const bool complete = last != 0 && atomic_inc(state + ARRIVED) == parts - 1;
        table[0] = complete ? 1 + atomic_xchg(state + FLAGGED, 0u) : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (table[0] == 0) return;
    finish_tile(tile, columns, most_cells, scales, table[0] > 1, sums, CELLS);
    if (item != 0) return;
    atomic_xchg(state + ARRIVED, 0u);
    if (tile == 0) skipped[0] = atomic_xchg(STATE_OF_JOB(sums, columns) + SKIPPED, 0u);
}
