// split_listed: shares are stored in a list. Then, for each vector of weights, a loop finds the amounts of all listed
// shares. It has no branches, so compilers for CPUs vectorize it.
#define LISTED 512

typedef struct {
    accumulator *a;
    const element *e; // the element whose shares put_share() lists
    units u;
    uint n;
    CELL cells[LISTED];
    ulong shares[LISTED];
    WEIGHT weights[VECTORS][LISTED];
} shares;

static inline void begin_shares(shares *to, accumulator *a, const element *e, uint place, units u) {
    to->a = a;
    to->e = e;
    to->u = u;
    to->n = 0;
}

// Sets *high and *low (see sum_tables.cl) to the amount that share_of_weight() returns. Returns false and sets both to
// 0 if the amount has flags, or if the product of the weight's mantissa and `share` would be shifted right by 64 bits
// or more.
static inline ALWAYS_INLINE bool find_amount(long *high, long *low, WEIGHT weight, ulong share, int4 unit) {
    const bool wide = WEIGHT_MANTISSA + SHARE_BITS_OF_ELEMENT >= 62; // whether the product can exceed 64 bits
    parts x;
    parts_of(&x, weight, WEIGHT_MANTISSA, WEIGHT_BIAS, WEIGHT_BITS);
    const int shift = x.exponent - unit.s0 - SHARE_BITS_OF_ELEMENT;
    const bool usual = x.finite & !is_beyond_bound(&x, unit) & ((shift > -64) | (x.whole == 0));
    const ulong whole = usual ? x.whole : 0;
    const uint right = (uint)clamp(-shift, 0, 63), left = (uint)clamp(shift, 0, 63);
    ulong n = whole * share, above = wide ? mul_hi(whole, share) : 0;
    // Rounds to nearest, ties to even.
    const ulong half_unit = (1UL << right) >> 1, more = half_unit == 0 ? 0 : half_unit - 1 + (n >> right & 1);
    n += more;
    if (wide) above += n < more ? 1 : 0;
    n = n >> right | (above << 1) << (63 - right);
    above = above >> right << left | (n >> 1) >> (63 - left);
    n <<= left;
    const long upper = (long)(above << 32 | n >> 32) + (long)(n >> 31 & 1), lower = (int)(uint)n;
    *high = x.negative ? -upper : upper;
    *low = x.negative ? -lower : lower;
    return usual;
}

// Adds the amounts of the listed shares of vector v's weights.
static NOT_INLINE WIDE_VECTORS void add_listed(const shares *of, uint v, const problem *p) {
    long high[LISTED], low[LISTED];
    const int4 unit = of->u.of[v];
    const uint n = of->n;
    bool usual = true;
    VECTOR_LOOP(sizeof(long))
    for (uint k = 0; k < n; ++k) usual = usual & find_amount(&high[k], &low[k], of->weights[v][k], of->shares[k], unit);
    accumulate_amounts(of->a, of->cells, COUNTS + v, high, low, true, n);
    if (usual) return;
    for (uint k = 0; k < n; ++k)
        if (!find_amount(&high[k], &low[k], of->weights[v][k], of->shares[k], unit))
            accumulate(of->a, COUNTER_OF(COUNTS + v, of->cells[k]), 0,
                       share_of_weight(of->weights[v][k], of->shares[k], unit));
}

// Adds the listed shares to the counts.
static NOT_INLINE WIDE_VECTORS void count_listed(const shares *of) {
    long high[LISTED], low[LISTED];
    const uint n = of->n;
    VECTOR_LOOP(sizeof(long))
    for (uint k = 0; k < n; ++k) {
        const ulong own = share_in_units(of->shares[k]);
        high[k] = (long)(own >> 32) + (long)(own >> 31 & 1);
        low[k] = (int)(uint)own;
    }
    accumulate_amounts(of->a, of->cells, 0, high, low, true, n);
}

// Adds the squares of the listed shares of vector v's weights.
static NOT_INLINE void add_listed_squares(const shares *of, uint v, const problem *p) {
    for (uint k = 0; k < of->n; ++k)
        accumulate(of->a, COUNTER_OF(COUNTS + VECTORS + v, of->cells[k]), 0,
                   square_of_share(of->weights[v][k], of->shares[k], of->u.of[v]));
}

#define ADD_LISTED(v) add_listed(to, v, p);
#define ADD_LISTED_SQUARES(v) add_listed_squares(to, v, p);
static inline ALWAYS_INLINE void end_shares(shares *to, const problem *p) {
    if (COUNTS) count_listed(to);
    EACH_WEIGHT(ADD_LISTED)
    EACH_SQUARE(ADD_LISTED_SQUARES)
    to->n = 0;
}

#define LIST_WEIGHT(v) to->weights[v][to->n] = to->e->weight[v];
static inline ALWAYS_INLINE void put_share(shares *to, uint cell, ulong share, const problem *p) {
    if (SELDOM(to->n == LISTED)) end_shares(to, p);
    to->cells[to->n] = (CELL)cell;
    to->shares[to->n] = share;
    EACH_WEIGHT(LIST_WEIGHT)
    ++to->n;
}
