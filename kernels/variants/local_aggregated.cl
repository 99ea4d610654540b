// local_aggregated: like local_atomic, but a work-item adds a run of samples in the same bin with one atomic. For long
// runs of equal samples.

typedef struct {
    __local uint *memory;
    __local uint *replica;
    uint bin;   // bin of the current run
    amount run; // sum of the run, which is not yet added
} accumulator;

static inline void add_run(accumulator *a) {
    if (!is_nothing(a->run)) add_to_replica(a->replica, a->bin, a->run);
}

static inline void
begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials, const problem *p) {
    a->memory = memory;
    a->replica = own_replica(memory);
    a->bin = 0;
    a->run = no_amount();
    zero_sub_histograms(memory, p);
    barrier(CLK_LOCAL_MEM_FENCE);
}

static inline void accumulate(accumulator *a, uint bin, uint place, amount n) {
    if (bin == a->bin) {
        a->run = sum_of(a->run, n);
        return;
    }
    add_run(a);
    a->bin = bin;
    a->run = n;
}

static inline void end(accumulator *a) {
    add_run(a);
    barrier(CLK_LOCAL_MEM_FENCE);
}

static inline amount private_count(const accumulator *a, uint bin) { return sum_of_replicas(a->memory, bin); }
