// The path of a sample: load, bin, accumulate, merge. The same for every variant; a variant's file defines
//
//     accumulator                            a work-item's view of the private counters
//     begin(&a, memory, counts, partials, p) sets them to zero
//     accumulate(&a, bin, place, amount)     counts one sample; place: its position in its load, a constant
//     end(&a)                                afterwards all accumulated samples are in the private counters
//     private_count(&a, bin)                 this work-group's count of a bin (unless COUNTS_DIRECTLY)
//
// SETTLES_BLOCKS, if defined, has settle(&a, n) called when the n elements of a block, or a single one, were counted.
// ELEMENTS_BEFORE_FLUSH, if defined, is how many elements of a work-item the counters can take; then flush(&a) is called, by all
// work-items of the group together.

// A variant that HAS_ROUNDS counts a slice in several launches, some of which have nothing to do, and return at once; but PoCL 3.1
// goes wrong if a kernel returns before a barrier.
#ifdef HAS_ROUNDS
#if BRANCHES
#define HAS_NOTHING(size) return;
#else
#define HAS_NOTHING(size) size = 0;
#endif
#endif
// The bin after b of those that a work-item has at the end. With no more bins than work-items it has one at most, which is
// known to the compiler: a loop costs small launches up to 4 % (H200).
#define NEXT_OWN(b, end) (FEW_BINS ? (end) : (b) + WORK_GROUP_SIZE)
#define ARRIVALS 2u // with 4, i32 into 8193 bins ran 3 % slower (H200)

// The next loads in flight of a work-item, as far as it has any.
static inline void count_step(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    if (has_loads_in_flight(w)) {
        count_loads_in_flight(a, w, p, u IMAGE);
    }
#if LOADS_IN_FLIGHT > 1
    else {
        for (uint n = 0; n < LOADS_IN_FLIGHT && has_block(w); ++n) count_next_block(a, w, p, u IMAGE);
    }
#endif
}

// A work-group counts one histogram, or every n-th of a batch, with n work-groups in dimension 2.
__kernel __attribute__((reqd_work_group_size(WORK_GROUP_SIZE, 1, 1))) void
histogram(LOCAL_PARAMETER BIN_PARAMETERS, LOAD_PARAMETERS, COUNT_PARAMETERS VARIANT_PARAMETERS) {
    LOCAL_CONSTANTS BIN_CONSTANTS LOAD_CONSTANTS COUNT_CONSTANTS
    __global uint *partials = workspace + partials_at;
    __global const uint *range = sums_and_range + range_at;
#ifdef HAS_ROUNDS
    const bool skewed = rounds == 0 || !looked_flat(partials);
    if (skewed && round != 0) HAS_NOTHING(slice_width)
    if (skewed) rounds = 1;
#endif
    const problem own_problem = {{{EACH_NUMBER(all_numbers)}}, thresholds};
    const problem *p = &own_problem;
    const geometry g = GEOMETRY;
#if COUNT_VALUES && MERGE == MERGE_LAST_GROUP
    __local uint *cells = memory, *counters = memory + BINS;
    for (uint b = (uint)get_local_id(0); b < BINS; b = NEXT_OWN(b, BINS)) cells[b] = 0;
#else
    __local uint *counters = memory;
#endif
    const units u = units_of(range, element_bits);

#if BATCH == BATCH_ONE
    const uint h = 0;
    {
#else
    for (uint h = first_histogram + (uint)get_group_id(2); h < end_histogram; h += (uint)get_num_groups(2)) {
#endif
#if BATCH != BATCH_ONE
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); // the previous histogram used the same private counters
#endif
        accumulator a;
#ifdef HAS_ROUNDS
        a.looks = false;
        a.skewed = skewed;
        a.groups = groups;
        a.room = room;
#endif
        begin(&a, counters, counts + h * (size_t)BINS * (WORDS == 4 ? 4 : 1), partials, p);

        part own;
        part_of(&own, h, &g, offsets);
        walk w;
        walk_over(&w, &own, &g, samples, mask, weights);
#if FLUSHES
        uint unflushed = 0;
#define FLUSH_BEFORE(elements)                                                                                         \
    if (unflushed + (elements) > ELEMENTS_BEFORE_FLUSH) {                                                              \
        flush(&a);                                                                                                     \
        unflushed = 0;                                                                                                 \
    }                                                                                                                  \
    unflushed += (elements);
#else
#define FLUSH_BEFORE(elements)
#endif
#ifdef HAS_ROUNDS
        const uint of_a_round = steps_of_a_round(w.steps, rounds), before = min(round * of_a_round, w.steps);
        skip_blocks(&w, before);
        const uint singles = round == 0 ? w.singles * w.rows : 0;
#else
        const uint singles = w.singles * w.rows;
#endif
        for (uint n = 0; n < singles; n += min(w.items, singles - n)) { // the sum could exceed 32 bits
            FLUSH_BEFORE(1)
            if (w.item < singles - n) {
                uint row;
                const uint x = single_element(&w, n + w.item, &row);
                count_single(&a, &w, row, x, p, u IMAGE);
            }
        }
#ifdef HAS_ROUNDS
        const uint steps = min(of_a_round, w.steps - before);
#if BRANCHES
        if (a.skewed) {
            while (has_loads_in_flight(&w)) count_loads_in_flight(&a, &w, p, u IMAGE);
            while (has_block(&w)) count_next_block(&a, &w, p, u IMAGE);
        } else
#endif
        for (uint step = 0; step < steps;) {
            for (uint n = 0; n < STEPS_BEFORE_FLUSH && step < steps; ++n, step += LOADS_IN_FLIGHT) count_step(&a, &w, p, u IMAGE);
            flush(&a);
        }
#else
#if FLUSHES
        for (uint step = 0; step < w.steps; step += LOADS_IN_FLIGHT) {
            FLUSH_BEFORE(LOADS_IN_FLIGHT * ELEMENTS_A_LOAD)
            count_step(&a, &w, p, u IMAGE);
        }
#else
        while (has_loads_in_flight(&w)) count_loads_in_flight(&a, &w, p, u IMAGE);
#if LOADS_IN_FLIGHT > 1
        while (has_block(&w)) count_next_block(&a, &w, p, u IMAGE);
#endif
#endif
#endif
        end(&a);

#ifndef COUNTS_DIRECTLY
#if COUNT_VALUES
        for (uint v = (uint)get_local_id(0); v < WINDOW_BINS; v = NEXT_OWN(v, WINDOW_BINS)) {
            const uint cell = cell_of_value(v, p);
            if (cell == NO_BIN) continue;
#if MERGE == MERGE_LAST_GROUP // a group may arrive at a bin only once, with all its values
            atomic_add(cells + cell, private_count(&a, v));
#else
            deliver(counts, partials, h, cell, private_count(&a, v), p);
#endif
        }
#if MERGE == MERGE_LAST_GROUP
        barrier(CLK_LOCAL_MEM_FENCE);
#define OWN_COUNT(b) cells[b]
#endif
#else
#define OWN_COUNT(b) private_count(&a, b)
#endif
#ifdef OWN_COUNT
        const uint base = (uint)get_group_id(1) * WINDOW_BINS, end_of_own = COUNT_VALUES ? BINS : min(WINDOW_BINS, BINS - base);
#if MERGE == MERGE_LAST_GROUP
        if (FEW_BINS || delivery != DELIVERY_ATOMIC) {
            uint b = (uint)get_local_id(0);
#if !FEW_BINS // several bins at once: their atomics are in flight together
            for (; b + (ARRIVALS - 1) * WORK_GROUP_SIZE < end_of_own; b += ARRIVALS * WORK_GROUP_SIZE) {
                uint n[ARRIVALS];
                ulong before[ARRIVALS];
#pragma unroll
                for (uint i = 0; i < ARRIVALS; ++i) {
                    n[i] = OWN_COUNT(b + i * WORK_GROUP_SIZE);
                    before[i] = arrive(partials, base + b + i * WORK_GROUP_SIZE, n[i]);
                }
#pragma unroll
                for (uint i = 0; i < ARRIVALS; ++i)
                    leave(counts, partials, base + b + i * WORK_GROUP_SIZE, before[i], n[i], delivery);
            }
#endif
            for (; b < end_of_own; b = NEXT_OWN(b, end_of_own)) {
                const uint n = OWN_COUNT(b);
                leave(counts, partials, base + b, arrive(partials, base + b, n), n, delivery);
            }
        } else
            for (uint b = (uint)get_local_id(0); b < end_of_own; b = NEXT_OWN(b, end_of_own)) {
                const uint n = OWN_COUNT(b);
                if (n != 0) add_to_count(counts, base + b, n);
            }
#else
        for (uint b = (uint)get_local_id(0); b < end_of_own; b = NEXT_OWN(b, end_of_own))
            deliver(counts, partials, h, base + b, OWN_COUNT(b), p);
#endif
#endif
#endif
    }
}
