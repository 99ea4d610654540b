// histogram_in_rounds: the same path as in histogram.cl, for partitioned.cl. It counts a slice in several launches, the
// rounds. Some of them have nothing to do, and return at once, except where the driver goes wrong if a kernel returns
// before a barrier (PoCL 3.1).
__kernel __attribute__((REQUIRED_SIZE(WORK_GROUP_SIZE))) void
histogram(LOCAL_PARAMETER BIN_PARAMETERS, LOAD_PARAMETERS, COUNT_PARAMETERS, uint round, uint rounds, uint groups,
          uint room) {
    LOCAL_CONSTANTS
    BIN_CONSTANTS
    LOAD_CONSTANTS
    COUNT_CONSTANTS
    __global uint *partials = workspace + partials_at;
    const bool skewed = rounds == 0 || !looked_flat(partials);
    if (skewed && round != 0) {
        if (BRANCHES) return;
        slice_width = 0;
    }
    if (skewed) rounds = 1;
    const problem own_problem = {{{EACH_NUMBER(all_numbers)}}, thresholds};
    const problem *p = &own_problem;
    const geometry g = GEOMETRY;
    const units u = units_of(sums_and_range + range_at, element_bits);
    accumulator a;
    a.looks = false;
    a.skewed = skewed;
    a.groups = groups;
    a.room = room;
    begin(&a, memory, counts, partials, p);
    part own;
    part_of(&own, 0, &g, offsets);
    walk w;
    walk_over(&w, &own, &g, samples, mask, weights, (uint)get_global_id(0), (uint)get_global_size(0));
    const uint steps_of_round = steps_per_round(w.steps, rounds), before = min(round * steps_of_round, w.steps);
    skip_blocks(&w, before);
    const uint singles = round == 0 ? w.singles * w.rows : 0;
    for (uint n = 0; n < singles; n += min(w.items, singles - n)) // the sum could exceed 32 bits
        if (w.item < singles - n) count_nth_single(&a, &w, n + w.item, p, u IMAGE);
    const uint steps = min(steps_of_round, w.steps - before);
    if (BRANCHES && skewed) {
        while (has_loads_in_flight(&w)) count_loads_in_flight(&a, &w, p, u IMAGE);
        while (has_block(&w)) count_next_block(&a, &w, p, u IMAGE);
    } else {
        for (uint step = 0; step < steps;) {
            for (uint n = 0; n < STEPS_BEFORE_FLUSH && step < steps; ++n, step += LOADS_IN_FLIGHT)
                count_step(&a, &w, p, u IMAGE);
            flush(&a);
        }
    }
    end(&a);
}
