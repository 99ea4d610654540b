// What local_atomic, local_aggregated and local_windowed share: REPLICAS sub-histograms of WINDOW_BINS bins in local memory,
//
//     memory[(bin * WORDS + word) * REPLICAS + replica]        work-item l counts on replica l mod REPLICAS
//
// so that work-items side by side that meet in one bin do not meet in one word, nor, with as many replicas as banks, in one bank.

static inline void zero_sub_histograms(__local uint *memory) {
    for (uint i = (uint)get_local_id(0); i < WINDOW_BINS * WORDS * REPLICAS; i += WORK_GROUP_SIZE) memory[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
}

static inline __local uint *own_replica(__local uint *memory) { return memory + get_local_id(0) % REPLICAS; }

static inline void add_to_replica(__local uint *replica, uint bin, amount n) {
    atomic_add_local(replica + bin * WORDS * REPLICAS, REPLICAS, n);
}

// Each work-item starts at another replica, so that neighbours read from other banks.
static inline amount sum_of_replicas(__local const uint *memory, uint bin) {
    const uint start = (uint)get_local_id(0);
    amount sum = no_amount();
    for (uint r = 0; r < REPLICAS; ++r)
        sum = sum_of(sum, read_local(memory + bin * WORDS * REPLICAS + (start + r) % REPLICAS, REPLICAS));
    return sum;
}
