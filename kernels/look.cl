// look: before the rounds of partitioned.cl, the first work-group looks at blocks all over the slice, and writes to the
// workspace whether its samples are nearly flat. The other groups set `words` of the counts to zero meanwhile. The
// parameters before `words` are those of `histogram`.
__kernel __attribute__((REQUIRED_SIZE(WORK_GROUP_SIZE))) void
look(LOCAL_PARAMETER BIN_PARAMETERS, LOAD_PARAMETERS, COUNT_PARAMETERS, uint words) {
    LOCAL_CONSTANTS
    BIN_CONSTANTS
    LOAD_CONSTANTS
    COUNT_CONSTANTS
    __global uint *partials = workspace + partials_at;
    __global const uint *range = sums_and_range + range_at;
    const problem own_problem = {{{EACH_NUMBER(all_numbers)}}, thresholds};
    const problem *p = &own_problem;
    const geometry g = GEOMETRY;
    const units u = units_of(range, element_bits);
    const uint l = (uint)get_local_id(0), group = (uint)get_group_id(0);
    accumulator a;
    a.looks = true;
    a.skewed = false;
    begin(&a, memory, counts, partials, p);
    part all;
    part_of(&all, 0, &g, offsets);
    walk w;
    walk_over(&w, &all, &g, samples, mask, weights, (uint)get_global_id(0), (uint)get_global_size(0));
    // Teams read blocks side by side, so that samples in order show; their places are evenly spaced.
    const uint places = LOOK_BLOCKS * (WORK_GROUP_SIZE / TEAM);
    const uint distance = max(w.blocks * w.rows / places, TEAM);
    walk_from(&w, l / TEAM * distance + l % TEAM, WORK_GROUP_SIZE / TEAM * distance);
    const uint blocks = group == 0 ? LOOK_BLOCKS : 0;
    for (uint n = 0; n < blocks && has_block(&w); ++n) count_next_block(&a, &w, p, u IMAGE);
    __global uint *zeros = (__global uint *)counts;
    const uint others = (uint)get_num_groups(0) - 1;
    for (uint i = group == 0 ? words : (group - 1) * WORK_GROUP_SIZE + l; i < words; i += others * WORK_GROUP_SIZE)
        zeros[i] = 0;
    end_look(&a);
}
