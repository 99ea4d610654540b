// loops_split: splits the elements of a block. A loop finds their intervals. It has no branches, so compilers for CPUs
// vectorize it. Then the shares are listed, one element after the other.

typedef struct {
    long begin[ELEMENTS_PER_LOAD];
    ulong length[ELEMENTS_PER_LOAD];
    int first[ELEMENTS_PER_LOAD], last[ELEMENTS_PER_LOAD];
} block_of_intervals;

#define KEEP_INTERVAL(axis)                \
    kept[axis].begin[k] = s[axis].begin;   \
    kept[axis].length[k] = s[axis].length; \
    kept[axis].first[k] = s[axis].first;   \
    kept[axis].last[k] = s[axis].last;
#define KEPT_INTERVAL(axis)                                     \
    s[axis].begin = kept[axis].begin[k];                        \
    s[axis].length = LINEAR ? 1UL << 32 : kept[axis].length[k]; \
    s[axis].bins = SPLIT_BINS_##axis;                           \
    s[axis].first = kept[axis].first[k];                        \
    s[axis].last = kept[axis].last[k];

static inline ALWAYS_INLINE void count_elements(accumulator *a, const origin *o, const walk *w, uint n, ulong first,
                                                const problem *p, units u IMAGE_PARAMETER) {
    block_of_intervals kept[AXES];
    VECTOR_LOOP(sizeof(long))
    for (uint k = 0; k < n; ++k) {
        element e;
        element_after(&e, o, w, k IMAGE);
        interval s[AXES];
        intervals_of(s, e.x, p);
        EACH_SPLIT_AXIS(KEEP_INTERVAL)
    }
    element e;
    shares to;
    begin_shares(&to, a, &e, 0, u);
    for (uint k = 0; k < n; ++k) {
        element_after(&e, o, w, k IMAGE);
        if (!is_counted(&e)) continue;
        interval s[AXES];
        EACH_SPLIT_AXIS(KEPT_INTERVAL)
        put_shares(&to, s, p);
    }
    end_shares(&to, p);
}
