// histogram_of_teams: the kernel for batches of small histograms. A team of work-items counts a histogram in its own
// table and writes the counts, so that nothing is merged. A work-group has as many teams as its work-items and local
// memory allow. The number of work-items of a team is a power of two, at most WORK_GROUP_SIZE. A histogram with more
// than `max_elements` elements is treated as empty, and another launch counts it.
__kernel __attribute__((REQUIRED_SIZE(WORK_GROUP_SIZE))) void
histogram(LOCAL_PARAMETER BIN_PARAMETERS, LOAD_PARAMETERS, COUNT_PARAMETERS, ulong max_elements TEAM_PARAMETERS) {
    LOCAL_CONSTANTS
    BIN_CONSTANTS
    LOAD_CONSTANTS
    COUNT_CONSTANTS
    const problem own_problem = {{{EACH_NUMBER(all_numbers)}}, thresholds};
    const problem *p = &own_problem;
    const geometry g = GEOMETRY;
    const units u = units_of(0, 0);
    teams t;
    teams_of_group(&t, TEAM_ARGUMENTS);
    const uint l = (uint)get_local_id(0), histograms = min(WORK_GROUP_SIZE / t.items, t.end - t.first);
    for (uint i = l; i < histograms * TABLE_WORDS; i += WORK_GROUP_SIZE) memory[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint team = l / t.items;
    if (team < histograms) {
        accumulator a = {memory + team * TABLE_WORDS};
        part own;
        part_of(&own, HISTOGRAM_AT(t.first + team), &g, offsets);
        if (own.width * (ulong)own.rows > max_elements) own.width = 0;
        walk w;
        walk_over(&w, &own, &g, samples, mask, l - team * t.items, t.items);
        count_walk(&a, &w, p, u IMAGE);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    // The work-items of the group write all counters together, in the order of their addresses.
    const uint step = WORK_GROUP_SIZE / BINS, rest = WORK_GROUP_SIZE - step * BINS;
    uint of = l / BINS, bin = l - of * BINS;
    while (of < histograms) {
        const amount n = read_local(memory + of * TABLE_WORDS + bin * WORDS, 1);
        deliver_total(counts, HISTOGRAM_AT(t.first + of) * (size_t)BINS + bin, bin, n, delivery == DELIVERY_ADD, p);
        of += step;
        bin += rest;
        if (bin >= BINS) {
            bin -= BINS;
            ++of;
        }
    }
}
