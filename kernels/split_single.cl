// split_single: each share of an element is added at once.
typedef struct {
    accumulator *a;
    const element *e;
    uint place;
    units u;
} shares;

static inline void begin_shares(shares *to, accumulator *a, const element *e, uint place, units u) {
    to->a = a;
    to->e = e;
    to->place = place;
    to->u = u;
}

#define ADD_SHARE(v) \
    accumulate(to->a, COUNTER_OF(v, cell), to->place, share_of_weight(to->e->weight[v], share, to->u.of[v]));
static inline void put_share(shares *to, uint cell, ulong share, const problem *p) { EACH_WEIGHT(ADD_SHARE) }

static inline void end_shares(shares *to, const problem *p) {}
