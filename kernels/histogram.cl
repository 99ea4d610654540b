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

// An element is in a cell of each axis's own histogram, or in one cell of the joint histogram. The squares of the weights
// are counted in bins of their own, after all the others.
#if COUNT_VALUES
#define BIN(axis, x, i, thresholds) value_of(x, VALUE_KEY_##axis, VALUES_##axis)
#define QUICK_BIN BIN
#else
#define BIN(axis, x, i, thresholds) bin_of_##axis(x, i, thresholds)
#define QUICK_BIN(axis, x, i, thresholds) quick_bin_of_##axis(x, i, thresholds)
#endif
#if AXES == 1
#define EACH_AXIS(DO) DO(0)
#elif AXES == 2
#define EACH_AXIS(DO) DO(0) DO(1)
#elif AXES == 3
#define EACH_AXIS(DO) DO(0) DO(1) DO(2)
#else
#define EACH_AXIS(DO) DO(0) DO(1) DO(2) DO(3)
#endif
#if WEIGHTED
#define WEIGHT_OF(e) ((e)->weight)
#else
#define WEIGHT_OF(e) 0
#endif

static inline void add_cell(accumulator *a, uint cell, const element *e, uint place, units u) {
    accumulate(a, cell, place, amount_of(WEIGHT_OF(e), u));
#if SQUARES
    accumulate(a, CELLS + cell, place, square_of(WEIGHT_OF(e), u));
#endif
}

// Adds an element whose bins on the axes are known; NO_BIN is past the last. A variant with a SPARE_BIN gets all elements.
#ifdef SPARE_BIN
static inline void add_element(accumulator *a, const uint *bins, const element *e, uint place, units u) {
#if MASKED
    const bool counted_at_all = e->mask != 0;
#else
    const bool counted_at_all = true;
#endif
#if JOINT
    bool counted = counted_at_all;
    uint cell = 0;
#define JOIN_AXIS(axis)                                                                                                \
    counted = counted & (bins[axis] < EXTENT_##axis);                                                                  \
    cell = cell * EXTENT_##axis + bins[axis];
    EACH_AXIS(JOIN_AXIS)
    add_cell(a, counted ? cell : SPARE_BIN, e, place, u);
#else
#define ADD_AXIS(axis)                                                                                                 \
    add_cell(a, FIRST_COUNTED_##axis + min(counted_at_all ? bins[axis] : NO_BIN, SPARE_BIN - FIRST_COUNTED_##axis), e, \
             place, u);
    EACH_AXIS(ADD_AXIS)
#endif
}
#else
static inline void add_element(accumulator *a, const uint *bins, const element *e, uint place, units u) {
#if MASKED
    if (e->mask == 0) return;
#endif
#if JOINT
    bool counted = true;
    uint cell = 0;
#define JOIN_AXIS(axis)                                                                                                \
    counted = counted && bins[axis] < EXTENT_##axis;                                                                         \
    cell = cell * EXTENT_##axis + bins[axis];
    EACH_AXIS(JOIN_AXIS)
    if (counted) add_cell(a, cell, e, place, u);
#else
#define ADD_AXIS(axis)                                                                                                 \
    if (bins[axis] < COUNTED_##axis) add_cell(a, FIRST_COUNTED_##axis + bins[axis], e, place, u);
    EACH_AXIS(ADD_AXIS)
#endif
}
#endif

static inline void count_single(accumulator *a, const walk *w, uint row, uint x, __global const KEY *thresholds, units u) {
    element e;
    element_at(&e, w, row, x);
    const ulong i = index_at(w, row, x);
    uint bins[AXES];
#define BIN_SINGLE(axis) bins[axis] = BIN(axis, e.x[axis], i, thresholds);
    EACH_AXIS(BIN_SINGLE)
    add_element(a, bins, &e, 0, u);
}

// Three passes over a whole block: all its bins without a branch, so that they are worked out side by side; the few that that left
// unsure; and all are added.
static inline void count_whole_block(accumulator *a, const walk *w, const span *s, const block *b,
                                     __global const KEY *thresholds, units u) {
    const ulong i = index_at(w, s->row, s->first);
    uint bins[ELEMENTS_A_LOAD * AXES];
    bool unsure = false;
#define QUICK_AXIS(axis)                                                                                               \
    own[axis] = QUICK_BIN(axis, e.x[axis], i + at, thresholds);                                                        \
    unsure = unsure | (own[axis] == UNSURE);
#define QUICK_ELEMENT(place, it)                                                                                       \
    {                                                                                                                  \
        const uint at = place;                                                                                         \
        uint *own = bins + place * AXES;                                                                               \
        const element e = it;                                                                                          \
        EACH_AXIS(QUICK_AXIS)                                                                                          \
    }
    EACH_ELEMENT(*b, QUICK_ELEMENT)
#if CAN_BE_UNSURE
#define SETTLE_AXIS(axis)                                                                                              \
    if (own[axis] == UNSURE) own[axis] = BIN(axis, e.x[axis], i + at, thresholds);
#define SETTLE_ELEMENT(place, it)                                                                                      \
    {                                                                                                                  \
        const uint at = place;                                                                                         \
        uint *own = bins + place * AXES;                                                                               \
        const element e = it;                                                                                          \
        EACH_AXIS(SETTLE_AXIS)                                                                                         \
    }
    if (unsure) {
        EACH_ELEMENT(*b, SETTLE_ELEMENT)
    }
#endif
#define ADD_ELEMENT(place, it)                                                                                         \
    {                                                                                                                  \
        const element e = it;                                                                                          \
        add_element(a, bins + place * AXES, &e, place, u);                                                             \
    }
    EACH_ELEMENT(*b, ADD_ELEMENT)
}

static inline void count_block(accumulator *a, const walk *w, const span *s, const block *b, __global const KEY *thresholds,
                               units u) {
    if (is_whole(s)) {
        count_whole_block(a, w, s, b, thresholds, u);
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
#define NO_MERGE_PARAMETERS
#else
#define MERGE_PARAMETERS
#define NO_MERGE_PARAMETERS const uint add = 0;
#endif

// A work-group counts one histogram, or every so-many-th of a batch.
__kernel __attribute__((reqd_work_group_size(WORK_GROUP_SIZE, 1, 1))) void
histogram(LOAD_PARAMETERS THRESHOLD_PARAMETERS, __global COUNTER *counts WORKSPACE_PARAMETERS SUM_PARAMETERS MERGE_PARAMETERS) {
    NO_LOAD_PARAMETERS
    NO_THRESHOLD_PARAMETERS
    NO_WORKSPACE_PARAMETERS
    NO_SUM_PARAMETERS
    NO_MERGE_PARAMETERS
#if LOCAL_WORDS > 0
    __local uint memory[LOCAL_WORDS];
#else
    __local uint *memory = 0;
#endif
#if COUNT_VALUES && MERGE == MERGE_LAST_GROUP
    __local uint *cells = memory + (LOCAL_WORDS - BINS);
    for (uint b = (uint)get_local_id(0); b < BINS; b += WORK_GROUP_SIZE) cells[b] = 0;
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
            }
#if LOADS_IN_FLIGHT > 1
            else {
                for (uint n = 0; n < LOADS_IN_FLIGHT && has_block(&w); ++n) count_next_block(&a, &w, thresholds, u);
            }
#endif
        }
#else
        while (has_loads_in_flight(&w)) count_loads_in_flight(&a, &w, thresholds, u);
        while (has_block(&w)) count_next_block(&a, &w, thresholds, u);
#endif
        end(&a);

#ifndef COUNTS_DIRECTLY
        const bool adds = add != 0;
#if !COUNT_VALUES
        const uint base = (uint)get_group_id(1) * WINDOW_BINS;
        for (uint b = (uint)get_local_id(0); b < min(WINDOW_BINS, BINS - base); b += WORK_GROUP_SIZE)
            deliver(counts, partials, h, base + b, private_count(&a, b), adds);
#elif MERGE != MERGE_LAST_GROUP
        for (uint v = (uint)get_local_id(0); v < WINDOW_BINS; v += WORK_GROUP_SIZE) {
            const uint cell = cell_of_value(v, thresholds);
            if (cell != NO_BIN) deliver(counts, partials, h, cell, private_count(&a, v), adds);
        }
#else // a group arrives at a bin once, with all its values
        for (uint v = (uint)get_local_id(0); v < WINDOW_BINS; v += WORK_GROUP_SIZE) {
            const uint cell = cell_of_value(v, thresholds);
            if (cell != NO_BIN) atomic_add(cells + cell, private_count(&a, v));
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint b = (uint)get_local_id(0); b < BINS; b += WORK_GROUP_SIZE)
            deliver(counts, partials, h, b, cells[b], adds);
#endif
#endif
    }
}
