// team_tables: the counters of histogram_of_teams.cl. Each team has a table of all bins and a spare bin in local
// memory.

// An odd multiple of TABLE_ALIGNMENT words: the tables of neighbours begin at different banks.
#define TABLE_WORDS ((BINS + 1u) * WORDS | TABLE_ALIGNMENT)

// A work-group counts the histograms from `first` on, but below `end`, one per team of `items` work-items. With
// teams_ordered.cl, `first` and `end` are places in its list.
typedef struct {
    uint first, end, items;
} teams;

typedef struct {
    __local uint *table; // table of this work-item's team
} accumulator;

static inline void accumulate(accumulator *a, uint bin, uint place, amount n) {
    atomic_add_local(a->table + bin * WORDS, 1, n);
}
