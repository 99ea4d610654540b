// histogram_in_rounds: the same stages as in histogram.cl, for partitioned.cl. A slice is counted in several launches,
// called rounds. If BRANCHES is set, as on GPUs, a round with nothing to do returns at once. Otherwise it does not,
// because a driver for CPUs (PoCL 3.1) mishandles a return before a barrier.

// Whether the distribution of a walk's samples is nearly flat. A team examines adjacent blocks, so that runs of equal
// samples are detected; the teams' positions are evenly spaced.
static inline ALWAYS_INLINE bool are_flat(accumulator *a, walk *w, const problem *p, units u IMAGE_PARAMETER) {
    const uint l = (uint)get_local_id(0), places = LOOK_BLOCKS * (WORK_GROUP_SIZE / TEAM);
    const uint distance = max(w->blocks * w->rows / places, TEAM);
    walk_from(w, l / TEAM * distance + l % TEAM, WORK_GROUP_SIZE / TEAM * distance);
    a->looks = true;
    a->skewed = false;
    a->collisions = a->max_count = a->samples = 0;
    clear(a->looked, LOOK_COUNTERS);
    for (uint n = 0; n < LOOK_BLOCKS && has_block(w); ++n) count_next_block(a, w, p, u IMAGE);
    return looked_flat(a);
}

__kernel __attribute__((REQUIRED_SIZE(WORK_GROUP_SIZE))) void
histogram(LOCAL_PARAMETER BIN_PARAMETERS, LOAD_PARAMETERS, COUNT_PARAMETERS, uint round, uint rounds, uint groups,
          uint room) {
    LOCAL_CONSTANTS
    BIN_CONSTANTS
    LOAD_CONSTANTS
    COUNT_CONSTANTS
    __global uint *partials = partials_of(workspace, partials_at);
    const problem own_problem = {{{EACH_NUMBER(all_numbers)}}, thresholds};
    const problem *p = &own_problem;
    geometry g = GEOMETRY;
    if (has_sums(sums_and_range + range_at)) g.slice_width = g.slice_height = 0;
    const units u = units_of(sums_and_range + range_at, element_bits);
    accumulator a;
    begin(&a, memory, counts, partials, groups, room);
    part own;
    part_of(&own, 0, &g, offsets);
    walk w;
    bool skewed = true;
    if (BRANCHES && round != 0) {
        skewed = !has_queues(partials); // the first round has decided this
    } else if (!BRANCHES || rounds != 0) {
        walk_over(&w, &own, &g, samples, mask, (uint)get_global_id(0), (uint)get_global_size(0));
        skewed = !are_flat(&a, &w, p, u IMAGE) || rounds == 0;
        if (get_global_id(0) == 0 && rounds != 0) partials[0] = !skewed;
    }
    if (BRANCHES && skewed && round != 0) return;
    a.looks = false;
    a.skewed = skewed;
    walk_over(&w, &own, &g, samples, mask, (uint)get_global_id(0), (uint)get_global_size(0));
    if (skewed) begin_hot_bins(&a.hot);
    clear(memory, skewed ? HOT_BINS_AT : HEAD_WORDS);
    const uint steps_of_round = steps_per_round(w.steps, skewed ? 1 : rounds);
    const uint before = min(round * steps_of_round, w.steps);
    skip_blocks(&w, before);
    const uint singles = round == 0 ? w.singles * w.rows : 0;
    for (uint n = 0; n < singles; n += min(w.items, singles - n)) // n + w.items could exceed 32 bits
        if (w.item < singles - n) count_nth_single(&a, &w, n + w.item, p, u IMAGE);
    const uint steps = min(steps_of_round, w.steps - before);
    // Each branch sets `skewed` to a constant, so that the compiler removes the other case from its loop.
    if (BRANCHES && skewed) {
        a.skewed = true;
        count_blocks(&a, &w, p, u IMAGE);
        end(&a, u);
    } else {
        if (BRANCHES) a.skewed = false;
        for (uint step = 0; step < steps;) {
            for (uint n = 0; n < STEPS_BEFORE_FLUSH && step < steps; ++n, step += LOADS_IN_FLIGHT)
                count_step(&a, &w, p, u IMAGE);
            flush(&a, u);
        }
        end(&a, u);
    }
}
