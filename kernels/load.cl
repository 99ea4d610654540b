// load: which samples a work-item reads, and how.
//
// A launch counts `count` samples from `samples` on. They fall into a head and a tail of single samples, and between
// them loads of SAMPLES_A_LOAD samples that start at a multiple of LOAD_BYTES, wherever the buffer lies:
//
//     u8, LOAD_BYTES 16, samples at address 1003, count 50:   head 5, 2 loads (1008, 1024), tail 13
//
// The loads are shared out by the partition. With 7 loads and 3 work-items:
//
//     contiguous     0 0 0 1 1 1 2     each item a run of ceil(7 / 3) loads: caches of CPUs
//     interleaved    0 1 2 0 1 2 0     neighbours side by side: wide memory of GPUs
//
// All counts fit 32 bits: a launch has at most 2^31 samples, and no more than 2^31 + WORK_GROUP_SIZE work-items.

typedef struct {
    __global const SAMPLE *samples;
    uint head;   // single samples before the loads
    uint loads;
    uint count;
    uint item;   // this work-item in the launch (in its window's row)
    uint items;
    uint next;   // this work-item's next load …
    uint stride; // … and the way to the one after
    uint end;
    uint steps;  // the most loads of any work-item: the same for all, so that a barrier may stand in the loop
} walk;

static inline walk walk_over(__global const SAMPLE *samples, uint count, bool contiguous) {
    walk w;
    w.samples = samples;
    w.count = count;
    w.item = (uint)get_global_id(0);
    w.items = (uint)get_global_size(0);
#if SAMPLES_A_LOAD > 1
    const uint past = (uint)((size_t)samples % LOAD_BYTES);
    w.head = min(count, (LOAD_BYTES - past) % LOAD_BYTES / (uint)sizeof(SAMPLE));
#else
    w.head = 0;
#endif
    w.loads = (count - w.head) / SAMPLES_A_LOAD;
    w.steps = (w.loads + w.items - 1) / w.items; // the sum fits: see above
    w.stride = contiguous ? 1 : w.items;
    w.next = contiguous ? min(w.item * w.steps, w.loads) : w.item;
    w.end = contiguous ? min(w.next + w.steps, w.loads) : w.loads;
    return w;
}

// How many samples are in no load, and the n-th of them: first the head, then the tail.
static inline uint single_samples(const walk *w) { return w->count - w->loads * SAMPLES_A_LOAD; }
static inline SAMPLE single_sample(const walk *w, uint n) {
    return w->samples[n < w->head ? n : n + w->loads * SAMPLES_A_LOAD];
}

static inline LOAD load_at(const walk *w, uint n) {
    return *(__global const LOAD *)(w->samples + w->head + (size_t)n * SAMPLES_A_LOAD);
}

// DO(sample, its place in the load) for each sample of a load, in order; the place is a constant.
#if SAMPLES_A_LOAD == 1
#define EACH_SAMPLE(v, DO) DO(v, 0)
#elif SAMPLES_A_LOAD == 2
#define EACH_SAMPLE(v, DO) DO((v).s0, 0) DO((v).s1, 1)
#elif SAMPLES_A_LOAD == 4
#define EACH_SAMPLE(v, DO) DO((v).s0, 0) DO((v).s1, 1) DO((v).s2, 2) DO((v).s3, 3)
#elif SAMPLES_A_LOAD == 8
#define EACH_SAMPLE(v, DO)                                                                                             \
    DO((v).s0, 0) DO((v).s1, 1) DO((v).s2, 2) DO((v).s3, 3) DO((v).s4, 4) DO((v).s5, 5) DO((v).s6, 6) DO((v).s7, 7)
#elif SAMPLES_A_LOAD == 16
#define EACH_SAMPLE(v, DO)                                                                                             \
    DO((v).s0, 0) DO((v).s1, 1) DO((v).s2, 2) DO((v).s3, 3) DO((v).s4, 4) DO((v).s5, 5) DO((v).s6, 6) DO((v).s7, 7)    \
    DO((v).s8, 8) DO((v).s9, 9) DO((v).sa, 10) DO((v).sb, 11) DO((v).sc, 12) DO((v).sd, 13) DO((v).se, 14)             \
    DO((v).sf, 15)
#endif
