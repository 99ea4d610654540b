// Shared by local_atomic, local_aggregated and local_windowed: REPLICAS sub-histograms of WINDOW_BINS bins and a spare one, in
// local memory,
//
//     memory[(row_of(bin) * WORDS + word) * REPLICAS + replica]        work-item l counts on replica l mod REPLICAS
//
// so that adjacent work-items that hit the same bin do not hit the same word nor, with as many replicas as banks, the same bank.
//
// row_of() is the row of a bin's counters. With fewer replicas than banks, bins that are multiples of a power of two apart, as
// those of skewed samples are, would share a bank. So the bins of each turn through the banks are permuted by a hash of the turn:
//
//     32 banks, 8 replicas: 4 bins per turn; bin 4t + i is at row 4t + (i ^ hash(t)), with a 2-bit hash
//
// The spare bin takes samples that are not counted, where a branch would cost more than an atomic.
//
// Where at most two work-items can hit the same bank, permuting costs more than the conflicts.

#define BANKS 32u
#define TURN_BINS (BANKS / REPLICAS)
#if WORDS == 1 && TURN_BINS > 2 && TURN_BINS * REPLICAS == BANKS
#define WINDOW_ROWS ((WINDOW_BINS + TURN_BINS) / TURN_BINS * TURN_BINS)
static inline uint row_of(uint bin) { return bin ^ (((bin / TURN_BINS) * 0x9e3779b1u) >> 27) % TURN_BINS; }
#else
#define WINDOW_ROWS (WINDOW_BINS + 1)
static inline uint row_of(uint bin) { return bin; }
#endif

// The caller issues the barrier after it: Mesa 25.0 inlines a function that contains a barrier itself, but not one that only calls
// such a function, and crashes on a barrier that is not inlined.
static inline void zero_sub_histograms(__local uint *memory, const problem *p) {
    for (uint i = (uint)get_local_id(0); i < WINDOW_ROWS * WORDS * REPLICAS; i += WORK_GROUP_SIZE) memory[i] = 0;
}

static inline __local uint *own_replica(__local uint *memory) { return memory + get_local_id(0) % REPLICAS; }

static inline void add_to_replica(__local uint *replica, uint bin, amount n) {
    atomic_add_local(replica + row_of(bin) * WORDS * REPLICAS, REPLICAS, n);
}

// Each work-item starts at a different replica, so that neighbours read from different banks.
static inline amount sum_of_replicas(__local const uint *memory, uint bin) {
    const uint start = (uint)get_local_id(0), row = row_of(bin);
    amount sum = no_amount();
    for (uint r = 0; r < REPLICAS; ++r)
        sum = sum_of(sum, read_local(memory + row * WORDS * REPLICAS + (start + r) % REPLICAS, REPLICAS));
    return sum;
}
