// hot_bins: local memory holds the counts of up to SLOTS bins, the first ones seen; samples in other bins are counted
// by global atomics. A bin may be in either of two adjacent slots (two-way associative). The first sample that finds
// one of its bin's slots empty claims the slot for the bin permanently. Therefore most samples of a skewed
// distribution, whose frequent bins occur early, are counted in local memory, for any number of bins. The tag of a slot
// is its bin + 1, or 0 while the slot is empty.

#define EMPTY 0u
#define HOT_BIN_WORDS (2 * SLOTS) // words of local memory, which must be 0 before the first sample

typedef struct {
    __local uint *tags;
    __local uint *cached; // the counts of the slots
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

static inline void count_hot_bin(const hot_bins *h, uint bin) {
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
    if (tag == wanted)
        atomic_inc(h->cached + slot);
    else
        add_to_count(h->counts, bin, 1);
}

// Adds the hot bins to the counts. The caller must execute a barrier first.
static inline void add_hot_bins(const hot_bins *h) {
    for (uint i = (uint)get_local_id(0); i < SLOTS; i += WORK_GROUP_SIZE)
        if (h->cached[i] != 0) add_to_count(h->counts, h->tags[i] - 1, h->cached[i]);
}
