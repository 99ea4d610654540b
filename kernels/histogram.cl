// The way of a sample: load, bin, accumulate, merge. The same for every variant; a variant's file defines
//
//     accumulator                            what a work-item holds of the private counters
//     begin(&a, memory, counts, partials)    sets them to zero
//     accumulate(&a, bin, place)             counts one sample; place: where in its load it stood, a constant
//     end(&a)                                after it all accumulated samples are in the private counters
//     private_count(&a, bin)                 this work-group's count of a bin (unless COUNTS_DIRECTLY)
//
// LOADS_BEFORE_FLUSH, where defined, is how many loads (and as many single samples as a work-item can get) its counters can
// take; then flush(&a) is called, by all work-items of the group together.

static inline void count_sample(accumulator *a, SAMPLE x, uint place, __global const KEY *thresholds) {
    const uint bin = bin_of(x, thresholds);
    if (bin != NO_BIN) accumulate(a, bin, place);
}

__kernel __attribute__((reqd_work_group_size(WORK_GROUP_SIZE, 1, 1))) void
histogram(__global const SAMPLE *samples, ulong first, uint count, __global const KEY *thresholds,
          __global COUNTER *counts, __global uint *partials, uint contiguous, uint to_partials) {
#if LOCAL_WORDS > 0
    __local uint memory[LOCAL_WORDS];
#else
    __local uint *memory = 0;
#endif
    accumulator a;
    begin(&a, memory, counts, partials);

    walk w = walk_over(samples + first, count, contiguous != 0);
    for (uint n = w.item; n < single_samples(&w); n += w.items)
        count_sample(&a, single_sample(&w, n), 0, thresholds);

#define COUNT_SAMPLE(x, place) count_sample(&a, x, place, thresholds);
#ifdef LOADS_BEFORE_FLUSH
    for (uint step = 0; step < w.steps; ++step) {
        if (w.next < w.end) {
            const LOAD v = load_at(&w, w.next);
            EACH_SAMPLE(v, COUNT_SAMPLE)
            w.next += w.stride;
        }
        if (step % LOADS_BEFORE_FLUSH == LOADS_BEFORE_FLUSH - 1) flush(&a);
    }
#else
    for (; w.next < w.end; w.next += w.stride) {
        const LOAD v = load_at(&w, w.next);
        EACH_SAMPLE(v, COUNT_SAMPLE)
    }
#endif
    end(&a);

#ifndef COUNTS_DIRECTLY
    const uint base = (uint)get_group_id(1) * WINDOW_BINS;
    for (uint b = (uint)get_local_id(0); b < min(WINDOW_BINS, BINS - base); b += WORK_GROUP_SIZE)
        deliver(counts, partials, base + b, private_count(&a, b), to_partials != 0);
#endif
}
