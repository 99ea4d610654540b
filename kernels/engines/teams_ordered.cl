// teams_ordered: segments are sorted into classes by their number of elements. The class of the largest segments comes
// first, so that these do not finish last. After the offsets the host writes these words:
//
//     order[0]                 the number of classes; then for each class, and for the end of the classes:
//     order[1 + 3 * c] ...     the first work-group, the first place in the list, the work-items of a team
//     order[4 + 3 * classes]   the list: the number of the histogram at each place
#define TEAM_PARAMETERS
#define TEAM_ARGUMENTS offsets, end_histogram
#define ORDER ((__global const uint *)(offsets + end_histogram + 1))

static inline void teams_of_group(teams *t, __global const ulong *offsets, uint end_histogram) {
    const uint group = (uint)get_group_id(0);
    __global const uint *own = ORDER + 1;
    while (group >= own[3]) own += 3;
    t->first = own[1] + (group - own[0]) * (WORK_GROUP_SIZE / own[2]);
    t->end = own[4];
    t->items = own[2];
}
#define HISTOGRAM_AT(n) ORDER[4 + 3 * ORDER[0] + (n)]
