// columns: a work-group counts its rows of a tile of columns, and adds its table to the sums in the workspace. For
// GPUs. The kernel is in columns_one_launch.cl or columns_two_launches.cl.

// A combination of the results of atomics. Its value is unused, but it depends on all of these atomics.
typedef ulong atomic_results;

static inline ALWAYS_INLINE void add_limbs(__local uint *p, const limbs *l) {
    atomic_inc(p);
    UNROLLED for (uint v = 0; v < VECTORS; ++v) add_weight(p + (1 + v * LIMBS_PER_WEIGHT) * TABLE_LIMB, l + v);
}

// The row of the table for the values of two columns.
static inline uint row_of_pair(uint first, uint second) { return first + second * TABLE_VALUES; }

// The row of the table for a field of a word. The second function is for fields whose values are all in the table.
static inline uint row_of_field(uint field) {
    return PAIRED ? row_of_pair(value_row(field & 255u), value_row(field >> 8 & 255u)) : value_row(field & 255u);
}
static inline uint row_of_plain_field(uint field) {
    return PAIRED ? row_of_pair(field & (VALUES - 1), field >> 8 & (VALUES - 1)) : field & (VALUES - 1);
}
#define BEYOND_TABLE ((256u - VALUES) * 0x01010101u) // bits that are 0 in every byte whose value is in the table

// Whether the four columns of a word are adjacent in memory, in four bytes, which may cross a word boundary, or as
// nibbles in two bytes.
#ifdef __ENDIAN_LITTLE__
#define IN_WORDS (SIDE_BY_SIDE && BESIDE % 4 == 0)
#else
#define IN_WORDS 0
#endif

// The columns that a work-item counts.
typedef struct {
    uint word, columns; // `columns`: number of the problem's columns
    uint mask;          // the bits of the word that hold columns
    uint turn;          // rotation that moves the work-item's first field to the lowest bits
    uint slot[FIELDS];  // the slot of each field of a rotated word
} own_word;

static inline void find_own_word(own_word *own, const rows_of_job *job, uint tile, uint lane, uint columns) {
    const uint at = lane % TILE_WORDS, r = lane / TILE_WORDS, first = r % FIELDS;
    own->word = tile * TILE_WORDS + at;
    own->columns = columns;
    const uint beyond = own->word * 4 + 4 - min(job->counted, own->word * 4 + 4);
    own->mask = 0xffffffffu >> (8 * beyond & 31u);
    own->turn = (32 - first * FIELD_BITS) & 31u;
    UNROLLED for (uint k = 0; k < FIELDS; ++k) own->slot[k] =
        r / FIELDS * TILE_FIELDS + at * FIELDS + (k + first) % FIELDS;
}

// LOADS consecutive rows of a work-item.
typedef struct {
    uint values[LOADS];
    WEIGHT_VALUE weights[VECTORS + 1][LOADS];
    bool counted; // whether all rows are counted
} loaded_rows;

// Four columns of 4 bits, from two bytes, as four bytes.
static inline uint nibbles_at(__global const uchar *samples, ulong place) {
    __global const uchar *bytes = samples + BYTE_OF_PLACE(place);
    uint four = bytes[0] | (uint)bytes[1] << 8;
    if (HIGH_FIRST) four = (four & 0x0f0fu) << 4 | (four >> 4 & 0x0f0fu);
    four = (four | four << 8) & 0x00ff00ffu;
    return (four | four << 4) & 0x0f0f0f0fu;
}

// Four columns, from the one or two words that hold them.
static inline uint bytes_at(__global const uchar *samples, ulong place) {
    __global const uchar *bytes = samples + place;
    const uint before = (uint)((size_t)bytes & 3);
    __global const uint *words = (__global const uint *)(bytes - before);
    return before == 0 ? words[0] : words[0] >> 8 * before | words[1] << (32 - 8 * before);
}

// Loads four columns of a row. Only if IN_WORDS, and not for edge rows.
static inline uint loaded_word(const rows_of_job *job, ulong at, const own_word *own) {
    const ulong place = at + place_of_channel(own->word * 4, job->plane);
    return (NIBBLES ? nibbles_at(job->samples, place) : bytes_at(job->samples, place)) & own->mask;
}

// Number of edge rows: rows at the end whose loads, of whole words, may extend beyond the samples. 7 suffice for any
// stride.
static inline uint edge_rows(const rows_of_job *job) {
    return IN_WORDS && !job->selects &&
                   (job->counted % 4 != 0 ||
                    (((size_t)job->samples | (size_t)job->stride | (size_t)job->plane) & 3) != 0)
               ? 7
               : 0;
}

// Loads four weights that are adjacent and aligned.
static inline void load_four_weights(WEIGHT_VALUE *to, __global const WEIGHT *weights) {
    const FOUR_WEIGHT_VALUES four = FOUR_WEIGHTS_AT(weights);
    to[0] = four.s0;
    to[1] = four.s1;
    to[2] = four.s2;
    to[3] = four.s3;
}

// Loads the LOADS rows from `first` on, so that all their loads are in flight together. None of the rows may be an edge
// row. Listed rows whose index is not below `elements` are not counted. `in_words`: whether four columns are adjacent
// in memory.
static inline ALWAYS_INLINE void
load_rows(loaded_rows *all, const rows_of_job *job, uint first, const own_word *own, ulong elements, bool in_words) {
    row rows[LOADS];
    all->counted = true;
    UNROLLED for (uint u = 0; u < LOADS; ++u) {
        find_row(rows + u, job, first + u, elements);
        all->counted = all->counted && rows[u].counted;
    }
    UNROLLED for (uint v = 0; v < VECTORS; ++v) {
        __global const WEIGHT *weights =
            job->weights[v] + job->first_weight[v] + (job->row_first + first) * WEIGHT_STEP(job);
        const bool in_order = !LISTED || LISTED_WEIGHTS, adjacent = WEIGHT_STEP(job) == 1;
        const bool beside = LOADS == 4 && in_order && adjacent;
        if (beside && ((size_t)weights & (4 * sizeof(WEIGHT) - 1)) == 0) {
            load_four_weights(all->weights[v], weights);
            continue;
        }
        UNROLLED for (uint u = 0; u < LOADS; ++u) all->weights[v][u] = weight_of_row(job, rows + u, v);
    }
    if (in_words) UNROLLED
        for (uint u = 0; u < LOADS; ++u) all->values[u] = loaded_word(job, rows[u].element * job->stride, own);
    else UNROLLED
        for (uint u = 0; u < LOADS; ++u) all->values[u] = word_of_row(job, rows[u].element * job->stride, own->word);
}

// Whether all rows are plain: counted, with weights that are plain (is_plain()) and values in the table, so that none
// needs the checks of count_row().
static inline bool are_plain(const loaded_rows *all, const scaling *scales) {
    uint beyond = 0;
    bool plain = all->counted;
    UNROLLED for (uint u = 0; u < LOADS; ++u) {
        beyond |= all->values[u] & BEYOND_TABLE;
        UNROLLED for (uint v = 0; v < VECTORS; ++v) plain = plain & is_plain(all->weights[v][u], scales + v);
    }
    return plain & (beyond == 0);
}

static inline ALWAYS_INLINE void
count_rows(__local uint *table, const loaded_rows *all, const own_word *own, const scaling *scales) {
    UNROLLED for (uint u = 0; u < LOADS; ++u) {
        limbs l[VECTORS + 1];
        UNROLLED for (uint v = 0; v < VECTORS; ++v) split(l + v, all->weights[v][u], scales + v);
        const uint turned = rotate(all->values[u], own->turn);
        UNROLLED for (uint k = 0; k < FIELDS; ++k)
            add_limbs(table + (row_of_plain_field(turned >> k * FIELD_BITS) * TEAM | own->slot[k]), l);
    }
}

// Counts one row of any kind, with all checks. Returns the results of its atomics.
static inline ALWAYS_INLINE atomic_results count_row(__local uint *table, const rows_of_job *job, uint n,
                                                     const own_word *own, const scaling *scales, __global uint *state) {
    atomic_results done = 0;
    row r;
    find_row(&r, job, n, elements_of_list(job));
    if (own->word == 0 && r.skipped) done |= report_skipped(job);
    if (!r.counted) return done;
    const uint values = word_of_row(job, r.element * job->stride, own->word);
    limbs l[VECTORS + 1];
    UNROLLED for (uint v = 0; v < VECTORS; ++v) {
        WEIGHT_VALUE weight = weight_of_row(job, &r, v);
        if (!is_plain(weight, scales + v)) {
            for (uint k = 0; k < 4 && own->word * 4 + k < job->counted; ++k) {
                const uint axis = axis_of_column(job->channels, job->counted, own->columns, own->word * 4 + k);
                done |= flag_weight(job, values >> 8 * k & 255u, axis, own->columns, weight, v);
            }
            done |= atomic_or(state, FLAGGED);
            weight = 0;
        }
        split(l + v, weight, scales + v);
    }
    const uint turned = rotate(values, own->turn);
    UNROLLED for (uint k = 0; k < FIELDS; ++k)
        add_limbs(table + row_of_field(turned >> k * FIELD_BITS) * TEAM + own->slot[k], l);
    return done;
}

// Counts LOADS rows of [first, end) in each step, and leaves out steps with a row that is not plain. The steps begin
// `step` rows apart. Returns the first row of the first step that was left out, or of the first step that is not
// complete. Without the checks of count_row(), the loop keeps its values in registers.
static inline ALWAYS_INLINE uint count_plain_rows(__local uint *table, const rows_of_job *job, uint first, uint end,
                                                  uint step, ulong elements, const own_word *own, const scaling *scales,
                                                  bool in_words) {
    uint again = UINT_MAX, i = first;
    loaded_rows next;
    if (i + LOADS <= end) load_rows(&next, job, i, own, elements, in_words);
    for (; i + LOADS <= end; i += step) {
        const loaded_rows now = next;
        if (i + step + LOADS <= end) load_rows(&next, job, i + step, own, elements, in_words);
        if (are_plain(&now, scales))
            count_rows(table, &now, own, scales);
        else
            again = min(again, i);
    }
    return min(again, i);
}

// Adds the table to the sums. Adjacent work-items start with different replicas, to avoid bank conflicts. Returns the
// results of its atomics.
static inline ALWAYS_INLINE atomic_results add_table(__local const uint *table, const rows_of_job *job, uint tile,
                                                     uint columns, __global ulong *sums) {
    atomic_results done = 0;
    for (uint a = (uint)get_local_id(0); a < VALUES * TILE_COLUMNS; a += GROUP_SIZE) {
        const uint field = a % TILE_FIELDS, n = a / TILE_FIELDS;
        const uint second = PAIRED ? n & 1u : 0, value = PAIRED ? n >> 1 : n; // second: which column of a pair
        const uint column = tile * TILE_COLUMNS + (PAIRED ? 2 * field + second : field);
        if (column >= job->counted) continue;
        uint count = 0;
        ulong totals[VECTORS + 1][SUM_WORDS];
        UNROLLED for (uint v = 0; v < VECTORS; ++v) clear_sum(totals[v]);
        for (uint other = 0; other < (PAIRED ? TABLE_VALUES : 1); ++other) {
            const uint in = !PAIRED ? value : second == 0 ? row_of_pair(value, other) : row_of_pair(other, value);
            for (uint replica = 0; replica < TEAM; replica += TILE_FIELDS) {
                const uint slot = ((replica + n * TILE_FIELDS) & (TEAM - 1)) + field;
                __local const uint *p = table + in * TEAM + slot;
                count += p[0];
                UNROLLED for (uint v = 0; v < VECTORS; ++v) {
                    ulong n[SUM_WORDS];
                    sum_of_limbs(n, p + (1 + v * LIMBS_PER_WEIGHT) * TABLE_LIMB, p[0]);
                    add_sum(totals[v], n);
                }
            }
        }
        if (count == 0) continue;
        __global ulong *sum =
            sums + PLACE_OF(value, axis_of_column(job->channels, job->counted, columns, column), columns);
        const size_t apart = (size_t)VALUES * columns;
        done |= add_to_sum(sum, count);
        UNROLLED for (uint v = 0; v < VECTORS; ++v) done |=
            add_to_sum_of_weights(sum + (1 + v * SUM_WORDS) * apart, apart, totals[v]);
    }
    return done;
}

// Counts the group's rows, and adds its table to the sums. Returns the results of the work-item's atomics on the
// workspace.
static inline ALWAYS_INLINE atomic_results count_tile(__local uint *table, const rows_of_job *job, uint rows,
                                                      uint parts, uint columns, const scaling *scales,
                                                      __global ulong *sums) {
    const uint item = (uint)get_local_id(0), group = (uint)get_group_id(0), tile = group / parts;
    // No % here, because Oclgrind cannot compute a remainder and a quotient of the same operands.
    const uint part = group - tile * parts;
    __global uint *state = STATE_OF_TILE(sums, columns, tile);
    atomic_results done = 0;
    for (uint n = item; n < LIMBS * TABLE_LIMB; n += GROUP_SIZE) table[n] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    own_word own;
    find_own_word(&own, job, tile, item % TEAM, columns);
    const uint chunk = ((rows + parts - 1) / parts + 3) & ~3u, begin = min(rows, part * chunk);
    const uint end = own.word * 4 < job->counted ? min(rows, begin + chunk) : begin;
    const uint step = GROUP_SIZE / TEAM * ROWS_PER_TEAM, edge = edge_rows(job);
    // If this difference wraps, it is not used: there is no list, or `listed` is 0.
    const ulong elements = elements_of_list(job) - edge;
    const uint listed = elements_of_list(job) > edge ? end : 0;
    const uint inner = LISTED ? listed : min(end, rows - min(rows, edge));
    uint i = begin + item / TEAM * ROWS_PER_TEAM + item % TEAM / TILE_WORDS * LOADS;
    // The last argument of each call is a constant, so that the loop has no branch.
    i = IN_WORDS && !job->selects ? count_plain_rows(table, job, i, inner, step, elements, &own, scales, true)
                                  : count_plain_rows(table, job, i, inner, step, elements, &own, scales, false);
    for (; i < end; i += step) {
        loaded_rows all;
        if (i + LOADS <= inner) {
            load_rows(&all, job, i, &own, elements, IN_WORDS && !job->selects);
            if (are_plain(&all, scales)) continue;
        }
        for (uint n = i; n < min(i + LOADS, end); ++n) done |= count_row(table, job, n, &own, scales, state);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return done | add_table(table, job, tile, columns, sums);
}
