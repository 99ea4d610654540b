// hot_sums: a slot of hot_bins.cl holds a local sum, whose words are SLOTS apart.

// The caller must execute a barrier afterwards.
static inline void begin_hot_bins(const hot_bins *h) {
    for (uint i = (uint)get_local_id(0); i < SLOTS; i += WORK_GROUP_SIZE) {
        h->tags[i] = EMPTY;
        for (uint word = 0; word < LOCAL_SUM_WORDS; ++word) h->cached[word * SLOTS + i] = start_of_sum(word);
    }
}

static inline void add_to_hot_bin(const hot_bins *h, uint bin, WEIGHT weight, units u) {
    const uint slot = hot_slot(h, bin);
    if (slot == SLOTS || !add_to_local_sum(h->cached + slot, SLOTS, weight, u))
        add_to_global_sum(h->counts, bin, weight, u);
}

// Adds the hot bins to the sums. The caller must execute a barrier first.
static inline void add_hot_bins(const hot_bins *h, units u) {
    for (uint i = (uint)get_local_id(0); i < SLOTS; i += WORK_GROUP_SIZE)
        if (h->tags[i] != EMPTY) add_to_count(h->counts, h->tags[i] - 1, local_sum(h->cached + i, SLOTS, u));
}
