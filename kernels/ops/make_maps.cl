// make_maps: computes maps from the counts of histograms, as include/histo_cl/statistics/ does on the host. A map has a
// level for each bin. The program consists of constants, compiler.cl, real_native.cl or real_of_bits.cl, and this file.
// The constants are
//
//     COUNTER                uint or ulong
//     WORK_GROUP_SIZE        a power of two
//
// A work-group computes the map of one histogram. Each work-item has a run of consecutive bins, and adds up its run
// before it computes the levels. All runs have the same length, except for the last ones.

// The bins [first, end) of a work-item, and the sums of the counts before them and of all counts.
typedef struct {
    uint first, end;
    ulong before, all;
} run;

static inline void run_of(run *r, uint bins) {
    const uint a_run = (bins + WORK_GROUP_SIZE - 1) / WORK_GROUP_SIZE, l = (uint)get_local_id(0);
    r->first = min(l * a_run, bins);
    r->end = min(r->first + a_run, bins);
}

// Sets `before`, the sum of all runs before the work-item's, and `all`, the sum of all runs. Must be called by all
// work-items of the group. `own`: the sum of the work-item's run.
static inline void add_runs(run *r, ulong own, __local ulong *shared) {
    const uint l = (uint)get_local_id(0);
    shared[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = 1; d < WORK_GROUP_SIZE; d *= 2) {
        const ulong left = l >= d ? shared[l - d] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        shared[l] += left;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    r->before = shared[l] - own;
    r->all = shared[WORK_GROUP_SIZE - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
}

// ALWAYS_INLINE because of the barriers in add_runs(): see docs/notes/faults.md, "Mesa's llvmpipe".
static inline ALWAYS_INLINE void add_counts(run *r, __global const COUNTER *counts, __local ulong *shared) {
    ulong own = 0;
    for (uint i = r->first; i < r->end; ++i) own += counts[i];
    add_runs(r, own, shared);
}

// The float nearest to a / b, for a >= 0 and b > 0. OpenCL allows a division of floats an error of 2.5 ulp, and
// compilers also use that division for (float)((double)a / (double)b). The sign of the remainder, which fma() computes
// exactly, says whether a float is above or below the quotient.
static inline float nearest_quotient(float a, float b) {
    float q = a / b;
    for (uint i = 0; i < 4; ++i) {
        const float remainder = fma(-q, b, a), neighbour = as_float(as_int(q) + (remainder > 0.0f ? 1 : -1));
        if (fabs(fma(-neighbour, b, a)) < fabs(remainder)) q = neighbour;
    }
    return q;
}

// The increase of the level per count, for levels 0 to `last` and a total of `all` counts.
static inline float level_step(ulong all, float last) { return nearest_quotient(last, convert_float_rte(all)); }

static inline uint scaled_level(ulong part, float step, float last) {
    return (uint)min(rint(convert_float_rte(part) * step), last);
}

// The map of equalization_map(). Levels are from 0 to `last`, which is at most 65535.
__kernel __attribute__((REQUIRED_SIZE(WORK_GROUP_SIZE))) void
equalize(__global const COUNTER *all_counts, uint bins, __global uint *maps, uint last) {
    __local ulong shared[WORK_GROUP_SIZE];
    __local ulong lowest; // the count of the first bin that is not empty
    __global const COUNTER *counts = all_counts + get_group_id(0) * (ulong)bins;
    __global uint *map = maps + get_group_id(0) * (ulong)bins;
    run r;
    run_of(&r, bins);
    if (get_local_id(0) == 0) lowest = 0;
    add_counts(&r, counts, shared);
    if (r.before == 0)
        for (uint i = r.first; i < r.end; ++i)
            if (counts[i] != 0) {
                lowest = counts[i];
                break;
            }
    barrier(CLK_LOCAL_MEM_FENCE);
    const bool several = lowest < r.all;
    const ulong steps = max(bins - 1, 1u);
    const float step = level_step(max(r.all - lowest, (ulong)1), (float)last);
    ulong sum = r.before;
    for (uint i = r.first; i < r.end; ++i) {
        sum += counts[i];
        if (!several)
            map[i] = (uint)min((2 * (ulong)i * last + steps) / (2 * steps), (ulong)last);
        else
            map[i] = sum == 0 ? 0 : scaled_level(sum - lowest, step, (float)last);
    }
}

// The map of clahe_maps(). A clip limit of 0 clips nothing.
__kernel __attribute__((REQUIRED_SIZE(WORK_GROUP_SIZE))) void
clahe(__global const COUNTER *all_counts, uint bins, __global uint *maps, real clip_limit) {
    __local ulong shared[WORK_GROUP_SIZE];
    __global const COUNTER *counts = all_counts + get_group_id(0) * (ulong)bins;
    __global uint *map = maps + get_group_id(0) * (ulong)bins;
    run r;
    run_of(&r, bins);
    add_counts(&r, counts, shared);
    const ulong all = r.all;
    const real bound = quotient_of_reals(product_of_reals(clip_limit, real_of_whole(all)), real_of_whole(bins));
    const bool clips = is_less(REAL_0, clip_limit) && is_less(bound, real_of_whole(all));
    const ulong limit = clips ? max(whole_of_real(bound), (ulong)1) : ULONG_MAX;

    ulong own = 0;
    for (uint i = r.first; i < r.end; ++i) own += counts[i] - min((ulong)counts[i], limit);
    add_runs(&r, own, shared);
    const ulong part = r.all / bins,
                rest = r.all % bins; // every bin gets `part` of the excess, and `rest` bins get 1 more
    const ulong step = rest == 0 ? bins : max(bins / rest, (ulong)1);

    own = 0;
#define CLIPPED(i) (min((ulong)counts[i], limit) + part + ((i) % step == 0 && (i) / step < rest ? 1 : 0))
    for (uint i = r.first; i < r.end; ++i) own += CLIPPED(i);
    add_runs(&r, own, shared);
    const float last = (float)(bins - 1), level = level_step(max(all, (ulong)1), last);
    ulong sum = r.before;
    for (uint i = r.first; i < r.end; ++i) {
        sum += CLIPPED(i);
        map[i] = all == 0 ? i : scaled_level(sum, level, last);
    }
}

// Whether a · b < c · d, exactly.
static inline bool product_is_less(ulong a, ulong b, ulong c, ulong d) {
    const ulong left = mul_hi(a, b), right = mul_hi(c, d);
    return left < right || (left == right && a * b < c * d);
}

// The map of matching_map(). `all_sums` has room for the cumulative sums of the reference's bins, once for each
// histogram. If either histogram has no samples, bin i gets level i, but at most the reference's last bin.
__kernel __attribute__((REQUIRED_SIZE(WORK_GROUP_SIZE))) void
match(__global const COUNTER *all_counts, uint bins, __global uint *maps, __global const COUNTER *reference,
      uint levels, __global ulong *all_sums) {
    __local ulong shared[WORK_GROUP_SIZE];
    __global const COUNTER *counts = all_counts + get_group_id(0) * (ulong)bins;
    __global uint *map = maps + get_group_id(0) * (ulong)bins;
    __global ulong *sums = all_sums + get_group_id(0) * (ulong)levels;
    run r;
    run_of(&r, levels);
    add_counts(&r, reference, shared);
    const ulong reference_all = r.all;
    ulong sum = r.before;
    for (uint i = r.first; i < r.end; ++i) sums[i] = sum += reference[i];
    barrier(CLK_GLOBAL_MEM_FENCE);

    run_of(&r, bins);
    add_counts(&r, counts, shared);
    const ulong all = r.all;
    sum = r.before;
    for (uint i = r.first; i < r.end; ++i) {
        sum += counts[i];
        uint first = 0, last = levels - 1; // the level is in [first, last]
        while (first < last) {
            const uint middle = (first + last) / 2;
            if (product_is_less(sums[middle], all, sum, reference_all))
                first = middle + 1;
            else
                last = middle;
        }
        map[i] = all == 0 || reference_all == 0 ? min(i, levels - 1) : first;
    }
}
