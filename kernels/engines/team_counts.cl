// team_counts: a team's total becomes the counter `at` of the job or, with `add`, is added to it.
static inline void deliver_total(__global COUNTER *counts, size_t at, uint bin, amount n, bool add, const problem *p) {
    counts[at] = increased(add ? counts[at] : 0, n);
}
