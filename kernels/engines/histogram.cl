// histogram: the kernel that loads samples, bins them, accumulates them in private counters and merges these. It is the
// same for every variant. A variant's file defines
//
//     accumulator                            a work-item's view of the private counters
//     begin(&a, memory, counts, partials, p) sets the private counters to zero
//     accumulate(&a, bin, place, amount)     counts one sample; `place`, its position in its load, is a constant
//     end(&a)                                moves everything accumulated to the private counters
//     private_count(&a, bin)                 this work-group's count of a bin, unless the variant counts directly

// A work-group counts one histogram, or every n-th histogram of a batch, where n is the number of work-groups in
// dimension 2.
__kernel __attribute__((REQUIRED_SIZE(WORK_GROUP_SIZE))) void
histogram(LOCAL_PARAMETER BIN_PARAMETERS, LOAD_PARAMETERS, COUNT_PARAMETERS) {
    LOCAL_CONSTANTS
    BIN_CONSTANTS
    LOAD_CONSTANTS
    COUNT_CONSTANTS
    __global uint *partials = workspace + partials_at;
    const problem own_problem = {{{EACH_NUMBER(all_numbers)}}, thresholds};
    const problem *p = &own_problem;
    geometry g = GEOMETRY;
    if (has_sums(sums_and_range + range_at)) g.slice_width = g.slice_height = 0;
    __local uint *counters = counters_in(memory, p);
    const units u = units_of(sums_and_range + range_at, element_bits);
    EACH_HISTOGRAM(h) {
        if (IS_BATCH)
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); // the previous histogram used the same counters
        accumulator a;
        begin(&a, counters, counts + h * (size_t)BINS * COUNTER_WORDS, partials, p);
        part own;
        part_of(&own, h, &g, offsets);
        walk w;
        walk_over(&w, &own, &g, samples, mask, (uint)get_global_id(0), (uint)get_global_size(0));
        count_walk(&a, &w, p, u IMAGE);
        end(&a);
        collect(&a, memory, p);
        deliver_counts(&a, memory, counts, partials, h, delivery, p);
    }
}
