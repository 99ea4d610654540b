// hot_counts: a slot of hot_bins.cl holds a count. Weights and units are ignored.
#define HOT_BIN_WORDS (2 * SLOTS) // words of local memory

// The caller must execute a barrier afterwards.
static inline void begin_hot_bins(const hot_bins *h) {
    for (uint i = (uint)get_local_id(0); i < HOT_BIN_WORDS; i += WORK_GROUP_SIZE) h->tags[i] = 0;
}

static inline void add_to_hot_bin(const hot_bins *h, uint bin, WEIGHT weight, units u) {
    const uint slot = hot_slot(h, bin);
    if (slot != SLOTS)
        atomic_inc(h->cached + slot);
    else
        add_to_count(h->counts, bin, 1);
}

// Adds the hot bins to the counts. The caller must execute a barrier first.
static inline void add_hot_bins(const hot_bins *h, units u) {
    for (uint i = (uint)get_local_id(0); i < SLOTS; i += WORK_GROUP_SIZE)
        if (h->cached[i] != 0) add_to_count(h->counts, h->tags[i] - 1, h->cached[i]);
}
