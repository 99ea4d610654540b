// columns: many columns of bytes, counted by their values from one table in local memory, with the sums of narrow weights beside
// the counts. For GPUs; item_columns.cl is for CPUs, and columns_of_rows.cl is before both.
//
// A table has TEAM counters of each value and word: word, value, slot. A work-item counts one 32-bit word of a row, which is four
// columns, and those of a team of TEAM work-items have slots of their own, so that they never wait for each other: work-item r of
// those that share a word begins with column r % 4. Slots beyond a tile's columns are its replicas.
//
// A weight is a whole number of units, split into two limbs of 15 bits: x = M + hi, where M = 1.5 · 2^23 makes a single float's
// last bit a unit, and y = M + lo. Their bits are added as they are; a count, which is added too, tells how many M to take off.
// With at most 131,071 rows of a group (src/policy/columns.cpp) no limb overflows.

#define TILE_COLUMNS (4 * TILE_WORDS)
#define ROWS_OF_TEAM (TEAM / TILE_WORDS) // at least 4, or the whole team
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

static inline void merge_table(__local const uint *table, uint tile, uint columns, __global ulong *sums) {
    for (uint a = (uint)get_local_id(0); a < VALUES * TILE_COLUMNS; a += GROUP_SIZE) {
        const uint own = a % TILE_COLUMNS, value = a / TILE_COLUMNS, column = tile * TILE_COLUMNS + own;
        if (column >= columns) continue;
        uint count = 0;
        for (uint slot = own; slot < TEAM; slot += TILE_COLUMNS) count += table[value * TEAM + slot];
        __global ulong *sum = sums + (size_t)value * columns + column;
        const size_t apart = (size_t)VALUES * columns;
        add_to_sum(sum, count);
        for (uint v = 0; v < VECTORS && count != 0; ++v) {
            long total = 0;
            for (uint slot = own; slot < TEAM; slot += TILE_COLUMNS) {
                __local const uint *p = table + value * TEAM + slot;
                const uint surplus = p[0] * MAGIC_BITS;
                total += (long)(int)(p[(1 + 2 * v) * TABLE_WORD] - surplus) * LIMB;
                total += (int)(p[(2 + 2 * v) * TABLE_WORD] - surplus);
            }
            add_to_sum(sum + (1 + v) * apart, (ulong)total);
        }
    }
}

__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1))) void
count_columns(ROW_PARAMETERS, uint columns, uint parts, __global ulong *sums) {
    __local uint table[LIMB_WORDS * TABLE_WORD];
    const rows_of_job job = ROWS_OF_JOB;
    for (uint i = (uint)get_local_id(0); i < LIMB_WORDS * TABLE_WORD; i += GROUP_SIZE) table[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    {
        const uint item = (uint)get_local_id(0), group = (uint)get_group_id(0), tile = group / parts;
        const uint part = group - tile * parts; // no remainder, which Oclgrind lacks beside a quotient
        const uint lane = item % TEAM, own = lane % TILE_WORDS, r = lane / TILE_WORDS, turn = r % 4;
        const uint word = tile * TILE_WORDS + own;
        const uint chunk = (rows + parts - 1) / parts, begin = min(rows, part * chunk);
        const uint end = word * 4 < columns ? min(rows, begin + chunk) : begin;
        const uint replica = r / 4 * TILE_COLUMNS, step = GROUP_SIZE / TEAM * ROWS_OF_TEAM;
        uint slot[4];
        for (uint k = 0; k < 4; ++k) slot[k] = replica + own * 4 + (k + turn) % 4;
        float scale[VECTORS + 1];
        scales_of(scale, &job);
        for (uint i = begin + item / TEAM * ROWS_OF_TEAM + r; i < end; i += LOADS * step) {
            uint values[LOADS];
            row all[LOADS];
            for (uint u = 0; u < LOADS; ++u) { // all loads before the first is counted
                find_row(all + u, &job, min(i + u * step, end - 1));
                values[u] = word_of_row(&job, all[u].at, word, columns);
            }
            for (uint u = 0; u < LOADS; ++u) {
                if (i + u * step >= end) continue;
                if (word == 0) report_skipped(&job, all + u);
                if (!all[u].counted) continue;
                const uint turned = rotate(values[u], (32 - turn * 8) & 31u);
                limbs l[VECTORS + 1];
                for (uint v = 0; v < VECTORS; ++v) {
                    if (!is_plain(all[u].weights[v], &job, v)) {
                        for (uint k = 0; k < 4; ++k)
                            if (word * 4 + k < columns) flag_weight(&job, values[u] >> 8 * k & 255u, word * 4 + k, columns, all[u].weights[v], v);
                        all[u].weights[v] = 0;
                    }
                    split(l + v, all[u].weights[v], scale[v]);
                }
                for (uint k = 0; k < 4; ++k) count_value(table, turned >> 8 * k & 255u, slot[k], l);
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    merge_table(table, (uint)get_group_id(0) / parts, columns, sums);
}
