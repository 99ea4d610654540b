// teams_alike: all histograms have the same number of elements, so all teams have the same number of work-items.

#define TEAM_PARAMETERS , uint team_items
#define TEAM_ARGUMENTS first_histogram, end_histogram, team_items

static inline void teams_of_group(teams *t, uint first, uint end, uint items) {
    t->first = first + (uint)get_group_id(0) * (WORK_GROUP_SIZE / items);
    t->end = end;
    t->items = items;
}
#define HISTOGRAM_AT(n) (n)
