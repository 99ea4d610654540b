// split_single: each share of an element is added as soon as it is found.
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
    accumulate(to->a, COUNTER_OF(COUNTS + v, cell), to->place, share_of_weight(to->e->weight[v], share, to->u.of[v]));
#define ADD_SQUARE(v)                                                    \
    accumulate(to->a, COUNTER_OF(COUNTS + VECTORS + v, cell), to->place, \
               square_of_share(to->e->weight[v], share, to->u.of[v]));
static inline void put_share(shares *to, uint cell, ulong share, const problem *p) {
    if (COUNTS) accumulate(to->a, COUNTER_OF(0, cell), to->place, count_of_share(share));
    EACH_WEIGHT(ADD_SHARE)
    EACH_SQUARE(ADD_SQUARE)
}

static inline void end_shares(shares *to, const problem *p) {}
