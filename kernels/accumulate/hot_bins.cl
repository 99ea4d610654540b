// hot_bins: local memory holds the counters of up to SLOTS bins, the first ones seen; samples in other bins are counted
// by global atomics. A bin may be in either of two adjacent slots (two-way associative). The first sample that finds
// one of its bin's slots empty claims the slot for the bin permanently. Therefore most samples of a skewed
// distribution, whose frequent bins occur early, are counted in local memory, for any number of bins. The tag of a slot
// is its bin + 1, or 0 while the slot is empty. hot_counts.cl and hot_sums.cl define what a slot holds.

#define EMPTY 0u

typedef struct {
    __local uint *tags;
    __local uint *cached; // the counters of the slots
    __global COUNTER *counts;
} hot_bins;

static inline void hot_bins_at(hot_bins *h, __local uint *memory, __global COUNTER *counts) {
    h->tags = memory;
    h->cached = memory + SLOTS;
    h->counts = counts;
}

// The tag of a slot, which other work-items may be claiming. A plain read suffices: words are read atomically, and a
// stale tag can only be 0, which the claim detects. Race detectors report the read, so with ATOMIC_READS it is an
// atomic.
static inline uint tag_at(__local uint *tag) {
    return ATOMIC_READS ? atomic_or(tag, 0) : *(volatile __local uint *)tag;
}

// Returns the slot of a bin. If the bin has none yet, claims an empty one. Returns SLOTS if both of the bin's slots
// belong to other bins.
static inline uint hot_slot(const hot_bins *h, uint bin) {
    const uint wanted = bin + 1;
    uint slot = (bin * 0x9e3779b1u) >> (32 - SLOT_BITS);
    uint tag = tag_at(h->tags + slot);
    if (tag != wanted && tag != EMPTY) {
        slot ^= 1;
        tag = tag_at(h->tags + slot);
    }
    if (tag == EMPTY) {
        tag = atomic_cmpxchg(h->tags + slot, EMPTY, wanted);
        if (tag == EMPTY) tag = wanted;
    }
    return tag == wanted ? slot : SLOTS;
}
