// teams_ordered: histograms in classes by their elements, the largest first, so that they do not end last. `order` is
// what the host wrote:
//
//     order[0]                 the number of classes, and for each of them and for their end:
//     order[1 + 3 * c] …       the first work-group, the first place in the list, the work-items of a team
//     order[4 + 3 * classes]   the list: the number of the histogram at each place
typedef struct {
    uint first, end, items;
} teams;
#define TEAM_PARAMETERS , __global const uint *order
#define TEAM_ARGUMENTS order

static inline void teams_of_group(teams *t, __global const uint *order) {
    const uint group = (uint)get_group_id(0);
    __global const uint *own = order + 1;
    while (group >= own[3]) own += 3;
    t->items = own[2];
    t->first = own[1] + (group - own[0]) * (WORK_GROUP_SIZE / own[2]);
    t->end = own[4];
}
#define HISTOGRAM_AT(n) order[4 + 3 * order[0] + (n)]
