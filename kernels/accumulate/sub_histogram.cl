// sub_histogram: for local_atomic, local_aggregated and local_windowed. Local memory holds REPLICAS sub-histograms of
// WINDOW_BINS bins and a spare bin,
//
//     memory[(row_of(bin) * WORDS + word) * REPLICAS + replica]        work-item l counts in replica l mod REPLICAS
//
// so that adjacent work-items that hit the same bin do not hit the same word or, if there are as many replicas as
// banks, the same bank.
//
// row_of() is the row of a bin's counters. With fewer replicas than banks, bins at multiples of a power of two, which
// are frequent in skewed samples, would share a bank. Therefore the table is stretched by ROW_SCALE / ROW_UNIT,
// slightly more than 1, which leaves some rows unused:
//
//     a scale of 1062 / 1024, one replica of one-word counters, 32 banks: bins 0, 256, 512, 1024 and 2048 are at rows
//     0, 265, 531, 1062 and 2124, which are in banks 0, 9, 19, 6 and 12
//
// The spare bin takes samples that are not counted. It is used where a branch would cost more than an atomic.

#define ROW_UNIT 1024u
static inline uint row_of(uint bin) { return ROW_SCALE == ROW_UNIT ? bin : bin * ROW_SCALE / ROW_UNIT; }
#define WINDOW_ROWS (row_of(WINDOW_BINS) + 1)

// The caller must issue a barrier afterwards. There is none here, because Mesa 25.0 crashes if a function that executes
// a barrier is not inlined, and does not inline a function if the barrier is in a function that it calls.
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
