// summarize: the range, the mean and the spread of samples, in three kernels, each of which is a pass over the samples.
// The program consists of constants, compiler.cl, real_native.cl (or double_bits.cl and real_of_bits.cl), and this
// file. The constants are
//
//     SAMPLE                 the type of a sample in memory
//     VALUE_AT(samples, i)   a sample as a real
//     WORK_GROUP_SIZE        a power of two
//
// In each pass, each work-group writes three numbers to `partials`, [pass][group]; later passes start by combining the
// numbers of all groups. Work-items and groups are combined in a fixed order, so that every run gives the same bits. A
// pass may take several launches, each over a slice of the samples. `more` is 1 except in the first launch of a pass.
//
// The position of a sample is its distance from the minimum, scaled by a power of two so that the width of the range is
// at least 1 and below 2: the square and the cube of a position do not overflow, and scaling is exact. NaN and
// infinities are skipped.

typedef struct {
    real a, b, c;
} numbers;

// The union of two ranges: minimum, maximum and count.
static inline numbers wider(numbers x, numbers y) {
    const numbers both = {is_less(y.a, x.a) ? y.a : x.a, is_less(x.b, y.b) ? y.b : x.b, sum_of_reals(x.c, y.c)};
    return both;
}

static inline numbers sum(numbers x, numbers y) {
    const numbers both = {sum_of_reals(x.a, y.a), sum_of_reals(x.b, y.b), sum_of_reals(x.c, y.c)};
    return both;
}

#define NO_RANGE \
    { REAL_INFINITY, MINUS_REAL_INFINITY, REAL_0 }
#define NO_SUM \
    { REAL_0, REAL_0, REAL_0 }

// Combines the numbers of all work-items of the group by a tree reduction.
#define DEFINE_COMBINE_GROUP(NAME, COMBINE)                                       \
    static inline numbers NAME(numbers own, __local numbers *shared) {            \
        const uint item = (uint)get_local_id(0);                                  \
        shared[item] = own;                                                       \
        for (uint n = WORK_GROUP_SIZE / 2; n > 0; n /= 2) {                       \
            barrier(CLK_LOCAL_MEM_FENCE);                                         \
            if (item < n) shared[item] = COMBINE(shared[item], shared[item + n]); \
        }                                                                         \
        barrier(CLK_LOCAL_MEM_FENCE);                                             \
        const numbers all = shared[0];                                            \
        barrier(CLK_LOCAL_MEM_FENCE);                                             \
        return all;                                                               \
    }
DEFINE_COMBINE_GROUP(widest_of_group, wider)
DEFINE_COMBINE_GROUP(sum_of_group, sum)

// The combined numbers of all groups of an earlier pass. ALWAYS_INLINE because of the barriers: see
// docs/notes/faults.md, "Mesa's llvmpipe".
static inline ALWAYS_INLINE numbers range_of(__global const numbers *partials, __local numbers *shared) {
    numbers own = NO_RANGE;
    for (uint group = (uint)get_local_id(0); group < get_num_groups(0); group += WORK_GROUP_SIZE)
        own = wider(own, partials[group]);
    return widest_of_group(own, shared);
}

static inline ALWAYS_INLINE numbers sum_of(__global const numbers *partials, __local numbers *shared) {
    numbers own = NO_SUM;
    for (uint group = (uint)get_local_id(0); group < get_num_groups(0); group += WORK_GROUP_SIZE)
        own = sum(own, partials[group]);
    return sum_of_group(own, shared);
}

static inline real half_of(real x) { return times_power_of_2(x, -1); }

static inline real position(real value, numbers range) {
    const real width = difference_of_reals(range.b, range.a);
    if (!is_less(REAL_0, width)) return REAL_0;
    if (!is_finite(width)) // the exact width is from 2^1024 to 2^1025, so halves are subtracted
        return times_power_of_2(difference_of_reals(half_of(value), half_of(range.a)), -1023);
    return times_power_of_2(difference_of_reals(value, range.a), -exponent_of(width));
}

// Pass 0: the minimum, the maximum and the number of finite samples.
__kernel __attribute__((REQUIRED_SIZE(WORK_GROUP_SIZE))) void
find_range(__global const SAMPLE *samples, ulong begin, ulong end, __global numbers *partials, uint more) {
    __local numbers shared[WORK_GROUP_SIZE];
    numbers own = NO_RANGE;
    for (ulong i = begin + get_global_id(0); i < end; i += get_global_size(0)) {
        const real value = VALUE_AT(samples, i);
        if (!is_finite(value)) continue;
        const numbers one = {value, value, REAL_1};
        own = wider(own, one);
    }
    const numbers all = widest_of_group(own, shared);
    __global numbers *place = partials + get_group_id(0);
    if (get_local_id(0) == 0) *place = more ? wider(*place, all) : all;
}

// Pass 1: the sum of the positions.
__kernel __attribute__((REQUIRED_SIZE(WORK_GROUP_SIZE))) void
add_positions(__global const SAMPLE *samples, ulong begin, ulong end, __global numbers *partials, uint more) {
    __local numbers shared[WORK_GROUP_SIZE];
    const numbers range = range_of(partials, shared);
    numbers own = NO_SUM;
    for (ulong i = begin + get_global_id(0); i < end; i += get_global_size(0)) {
        const real value = VALUE_AT(samples, i);
        if (is_finite(value)) own.a = sum_of_reals(own.a, position(value, range));
    }
    const numbers all = sum_of_group(own, shared);
    __global numbers *place = partials + get_num_groups(0) + get_group_id(0);
    if (get_local_id(0) == 0) *place = more ? sum(*place, all) : all;
}

// Pass 2: the sums of the squares and of the cubes of the distances from the mean.
__kernel __attribute__((REQUIRED_SIZE(WORK_GROUP_SIZE))) void
add_distances(__global const SAMPLE *samples, ulong begin, ulong end, __global numbers *partials, uint more) {
    __local numbers shared[WORK_GROUP_SIZE];
    const numbers range = range_of(partials, shared);
    const real mean = quotient_of_reals(sum_of(partials + get_num_groups(0), shared).a, range.c);
    numbers own = NO_SUM;
    for (ulong i = begin + get_global_id(0); i < end; i += get_global_size(0)) {
        const real value = VALUE_AT(samples, i);
        if (!is_finite(value)) continue;
        const real distance = difference_of_reals(position(value, range), mean);
        const real square = product_of_reals(distance, distance);
        const numbers powers = {square, product_of_reals(square, distance), REAL_0};
        own = sum(own, powers);
    }
    const numbers all = sum_of_group(own, shared);
    __global numbers *place = partials + 2 * get_num_groups(0) + get_group_id(0);
    if (get_local_id(0) == 0) *place = more ? sum(*place, all) : all;
}
