// teams_alike: all histograms have as many elements, so all teams have as many work-items. What a work-group counts:
// histograms [first, end) at most, by teams of `items`.
typedef struct {
    uint first, end, items;
} teams;
#define TEAM_PARAMETERS , uint team_items
#define TEAM_ARGUMENTS first_histogram, end_histogram, team_items

static inline void teams_of_group(teams *t, uint first_histogram, uint end_histogram, uint team_items) {
    t->items = team_items;
    t->first = first_histogram + (uint)get_group_id(0) * (WORK_GROUP_SIZE / team_items);
    t->end = end_histogram;
}
#define HISTOGRAM_AT(n) (n)
