// hot_bin_cache: local memory holds the counts of the first SLOTS bins seen; all other samples are atomics in global
// memory. A bin has two adjacent slots (two-way). The first sample that finds one of them empty claims it for its bin for good.
// So skewed samples, whose hot bins come early and often, count in local memory, whatever the number of bins. The tag of a slot
// is its bin + 1, or 0 while it is empty.

#define COUNTS_DIRECTLY
#define EMPTY 0u

typedef struct {
    __local uint *tags;
    __local uint *cached; // the counts of the slots
    __global COUNTER *counts;
} accumulator;

static inline void begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials,
                         const problem *p) {
    a->tags = memory;
    a->cached = memory + SLOTS;
    a->counts = counts;
    for (uint i = (uint)get_local_id(0); i < 2 * SLOTS; i += WORK_GROUP_SIZE) memory[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
}

// The tag of a slot, which other work-items may be claiming. A plain read is enough: words are read whole, and a stale tag can
// only be an empty one, which the claim detects. Race detectors report it all the same.
#if ATOMIC_READS
static inline uint tag_at(__local uint *tag) { return atomic_or(tag, 0); }
#else
static inline uint tag_at(__local uint *tag) { return *(volatile __local uint *)tag; }
#endif

static inline void accumulate(accumulator *a, uint bin, uint place, amount one) {
    const uint wanted = bin + 1;
    uint slot = (bin * 0x9e3779b1u) >> (32 - SLOT_BITS);
    uint tag = tag_at(a->tags + slot);
    if (tag != wanted && tag != EMPTY) {
        slot ^= 1;
        tag = tag_at(a->tags + slot);
    }
    if (tag == EMPTY) {
        tag = atomic_cmpxchg(a->tags + slot, EMPTY, wanted);
        if (tag == EMPTY) tag = wanted;
    }
    if (tag == wanted)
        atomic_inc(a->cached + slot);
    else
        add_to_count(a->counts, bin, 1);
}

static inline void end(accumulator *a) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = (uint)get_local_id(0); i < SLOTS; i += WORK_GROUP_SIZE)
        if (a->cached[i] != 0) add_to_count(a->counts, a->tags[i] - 1, a->cached[i]);
}
