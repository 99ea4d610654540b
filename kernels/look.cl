// look: before the rounds of partitioned.cl, a single work-group looks at blocks all over the slice, and writes to the workspace
// whether its samples are nearly flat. The parameters are those of `histogram`.
__kernel __attribute__((reqd_work_group_size(WORK_GROUP_SIZE, 1, 1))) void
look(LOCAL_PARAMETERS const numbers all_numbers, THRESHOLD_PARAMETERS LOAD_PARAMETERS,
     __global COUNTER *counts WORKSPACE_PARAMETERS SUM_PARAMETERS MERGE_PARAMETERS ROUND_PARAMETERS) {
    LOCAL_VARIABLES
    THRESHOLD_VARIABLES
    LOAD_VARIABLES
    WORKSPACE_VARIABLES
    SUM_VARIABLES
    const problem own_problem = {{{EACH_NUMBER(all_numbers)}}, thresholds};
    const problem *p = &own_problem;
    const geometry g = GEOMETRY;
    const units u = units_of(range, element_bits);
    accumulator a;
    a.round = LOOK;
    begin(&a, memory, counts, partials, p);
    part all;
    part_of(&all, 0, &g, offsets);
    walk w;
    walk_over(&w, &all, &g, samples, mask, weights);
    const uint own = own_blocks(&w);
    for (uint n = 0; n < min(own, LOOK_BLOCKS); ++n) {
        walk there = w;
        skip_blocks(&there, (uint)((ulong)own * n / LOOK_BLOCKS));
        count_next_block(&a, &there, p, u IMAGE);
    }
    end_look(&a);
}
