// The way of a sample: load, bin, accumulate, merge. The same for every variant; a variant's file defines
//
//     accumulator                            what a work-item holds of the private counters
//     begin(&a, memory, counts, partials)    sets them to zero
//     accumulate(&a, bin, place, amount)     counts one sample; place: where in its load it stood, a constant
//     end(&a)                                after it all accumulated samples are in the private counters
//     private_count(&a, bin)                 this work-group's count of a bin (unless COUNTS_DIRECTLY)
//
// LOADS_BEFORE_FLUSH, where defined, is how many blocks (and as many single elements as a work-item can get) its counters can
// take; then flush(&a) is called, by all work-items of the group together.

#if !COUNT_VALUES
#define COUNTED_AS(axis, x, i, thresholds) bin_of_##axis(x, i, thresholds)
#endif

// An element is in a cell of each axis's own histogram, or in one cell of the joint histogram. The squares of the weights
// are counted in bins of their own, after all the others.
#if WEIGHTED
#define WEIGHT_OF(e) ((e)->weight)
#else
#define WEIGHT_OF(e) 0
#endif

static inline void count_cell(accumulator *a, uint cell, const element *e, uint place, units u) {
    accumulate(a, cell, place, amount_of(WEIGHT_OF(e), u));
#if SQUARES
    accumulate(a, CELLS + cell, place, square_of(WEIGHT_OF(e), u));
#endif
}

static inline void count_element(accumulator *a, const element *e, ulong i, uint place, __global const KEY *thresholds, units u) {
#if MASKED
    if (e->mask == 0) return;
#endif
    const uint cell_0 = COUNTED_AS(0, e->x[0], i, thresholds);
#if JOINT
    const uint cell_1 = COUNTED_AS(1, e->x[1], i, thresholds);
    bool counted = cell_0 != NO_BIN && cell_1 != NO_BIN;
    uint cell = cell_0 * EXTENT_1 + cell_1;
#if AXES > 2
    const uint cell_2 = COUNTED_AS(2, e->x[2], i, thresholds);
    counted = counted && cell_2 != NO_BIN;
    cell = cell * EXTENT_2 + cell_2;
#endif
    if (counted) count_cell(a, cell, e, place, u);
#else
    if (cell_0 != NO_BIN) count_cell(a, cell_0, e, place, u);
#if AXES > 1
    const uint cell_1 = COUNTED_AS(1, e->x[1], i, thresholds);
    if (cell_1 != NO_BIN) count_cell(a, FIRST_COUNTED_1 + cell_1, e, place, u);
#endif
#if AXES > 2
    const uint cell_2 = COUNTED_AS(2, e->x[2], i, thresholds);
    if (cell_2 != NO_BIN) count_cell(a, FIRST_COUNTED_2 + cell_2, e, place, u);
#endif
#if AXES > 3
    const uint cell_3 = COUNTED_AS(3, e->x[3], i, thresholds);
    if (cell_3 != NO_BIN) count_cell(a, FIRST_COUNTED_3 + cell_3, e, place, u);
#endif
#endif
}

static inline void count_single(accumulator *a, const walk *w, uint row, uint x, __global const KEY *thresholds, units u) {
    element e;
    element_at(&e, w, row, x);
    count_element(a, &e, index_at(w, row, x), 0, thresholds, u);
}

static inline void count_block(accumulator *a, const walk *w, const span *s, const block *b, __global const KEY *thresholds,
                               units u) {
    if (is_whole(s)) {
        const ulong i = index_at(w, s->row, s->first);
#define COUNT_ELEMENT(place, it)                                                                                       \
    {                                                                                                                  \
        const element e = it;                                                                                          \
        count_element(a, &e, i + place, place, thresholds, u);                                                         \
    }
        EACH_ELEMENT(*b, COUNT_ELEMENT)
    } else {
        for (uint x = s->first; x < s->last; ++x) count_single(a, w, s->row, x, thresholds, u);
    }
}

static inline void count_next_block(accumulator *a, walk *w, __global const KEY *thresholds, units u) {
    span s;
    block b;
    next_span(&s, w);
    if (is_whole(&s)) block_at(&b, w, &s, s.aligned);
    count_block(a, w, &s, &b, thresholds, u);
    next_block(w);
}

// All loads are begun before the first is waited for.
static inline void count_loads_in_flight(accumulator *a, walk *w, __global const KEY *thresholds, units u) {
#if LOADS_IN_FLIGHT == 1
    count_next_block(a, w, thresholds, u);
#else
    span s[LOADS_IN_FLIGHT];
    block b[LOADS_IN_FLIGHT];
    bool aligned = true;
#pragma unroll
    for (uint n = 0; n < LOADS_IN_FLIGHT; ++n) {
        next_span(&s[n], w);
        aligned = aligned && s[n].aligned;
        next_block(w);
    }
    if (aligned) {
#pragma unroll
        for (uint n = 0; n < LOADS_IN_FLIGHT; ++n)
            if (is_whole(&s[n])) block_at(&b[n], w, &s[n], true);
    } else {
#pragma unroll
        for (uint n = 0; n < LOADS_IN_FLIGHT; ++n)
            if (is_whole(&s[n])) block_at(&b[n], w, &s[n], false);
    }
#pragma unroll
    for (uint n = 0; n < LOADS_IN_FLIGHT; ++n) count_block(a, w, &s[n], &b[n], thresholds, u);
#endif
}

// The other parameters of the kernel; again only those that there is a use for.
#if HAS_THRESHOLDS
#define THRESHOLD_PARAMETERS , __global const KEY *thresholds
#define NO_THRESHOLD_PARAMETERS
#else
#define THRESHOLD_PARAMETERS
#define NO_THRESHOLD_PARAMETERS __global const KEY *thresholds = 0;
#endif
#if HAS_PARTIALS
#define WORKSPACE_PARAMETERS , __global uint *workspace, ulong partials_at
#define NO_WORKSPACE_PARAMETERS __global uint *partials = workspace + partials_at;
#else
#define WORKSPACE_PARAMETERS
#define NO_WORKSPACE_PARAMETERS __global uint *partials = 0;
#endif
#if WORDS == 4
#define SUM_PARAMETERS , __global const uint *sums_and_range, ulong range_at, uint element_bits
#define NO_SUM_PARAMETERS __global const uint *range = sums_and_range + range_at;
#else
#define SUM_PARAMETERS
#define NO_SUM_PARAMETERS                                                                                              \
    __global const uint *range = 0;                                                                                    \
    const uint element_bits = 0;
#endif
#if MERGE == MERGE_LAST_GROUP
#define MERGE_PARAMETERS , uint add
#else
#define MERGE_PARAMETERS
#endif

// A work-group counts one histogram, or every so-many-th of a batch.
__kernel __attribute__((reqd_work_group_size(WORK_GROUP_SIZE, 1, 1))) void
histogram(LOAD_PARAMETERS THRESHOLD_PARAMETERS, __global COUNTER *counts WORKSPACE_PARAMETERS SUM_PARAMETERS MERGE_PARAMETERS) {
    NO_LOAD_PARAMETERS
    NO_THRESHOLD_PARAMETERS
    NO_WORKSPACE_PARAMETERS
    NO_SUM_PARAMETERS
#if LOCAL_WORDS > 0
    __local uint memory[LOCAL_WORDS];
#else
    __local uint *memory = 0;
#endif
#if MERGE == MERGE_LAST_GROUP
    __local uint is_last;
#endif
    const geometry g = GEOMETRY;
    const units u = units_of(range, element_bits);

#if BATCH == BATCH_ONE
    const uint h = 0;
    {
#else
    for (uint h = first_histogram + (uint)get_group_id(2); h < end_histogram; h += (uint)get_num_groups(2)) {
#endif
#if BATCH != BATCH_ONE
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); // the one before took the same private counters
#endif
        accumulator a;
        begin(&a, memory, counts + h * (size_t)BINS * (WORDS == 4 ? 4 : 1), partials);

        part p;
        part_of(&p, h, &g, offsets);
        walk w;
        walk_over(&w, &p, &g, samples, mask, weights);
        for (uint n = w.item; n < w.singles; n += w.items) count_single(&a, &w, 0, single_element(&w, n), thresholds, u);
#ifdef LOADS_BEFORE_FLUSH
        uint unflushed = 0; // blocks
        for (uint step = 0; step < w.steps; step += LOADS_IN_FLIGHT) {
            if (unflushed + LOADS_IN_FLIGHT > LOADS_BEFORE_FLUSH) {
                flush(&a);
                unflushed = 0;
            }
            unflushed += LOADS_IN_FLIGHT;
            if (has_loads_in_flight(&w)) {
                count_loads_in_flight(&a, &w, thresholds, u);
            } else {
                for (uint n = 0; n < LOADS_IN_FLIGHT && has_block(&w); ++n) count_next_block(&a, &w, thresholds, u);
            }
        }
#else
        while (has_loads_in_flight(&w)) count_loads_in_flight(&a, &w, thresholds, u);
        while (has_block(&w)) count_next_block(&a, &w, thresholds, u);
#endif
        end(&a);

#ifndef COUNTS_DIRECTLY
        uint seen = 0;
#if COUNT_VALUES
        for (uint v = (uint)get_local_id(0); v < WINDOW_BINS; v += WORK_GROUP_SIZE) {
            const uint cell = cell_of_value(v, thresholds);
            if (cell != NO_BIN) seen |= deliver(counts, partials, h, cell, private_count(&a, v));
        }
#else
        const uint base = (uint)get_group_id(1) * WINDOW_BINS;
        for (uint b = (uint)get_local_id(0); b < min(WINDOW_BINS, BINS - base); b += WORK_GROUP_SIZE)
            seen |= deliver(counts, partials, h, base + b, private_count(&a, b));
#endif
#if MERGE == MERGE_LAST_GROUP
        if (seen == NO_BIN) partials[BINS] = NO_BIN; // never: see deliver()
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (get_local_id(0) == 0) is_last = draws_last_ticket(partials) ? 1 : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (is_last != 0) merge_sums(partials, counts, add != 0);
#endif
#endif
    }
}
