// partitioned: for more bins than local memory holds. The bins are divided into PARTITIONS. Work-items put the bin
// numbers of their samples, with weights if there are any, into local buffers, one per partition, by local atomics.
// From there the work-group moves whole lines of LINE 16-bit numbers to its queue of the partition in the workspace.
// count_partitions.cl, or sum_partitions.cl for weights, then counts the numbers of each partition in local memory. A
// sample needs a global atomic only if a buffer or a queue is full. (Skewed samples are not queued: see below.)
//
//     memory:      filled[PARTITIONS], written[PARTITIONS], numbers[PARTITIONS][BUFFER], weights[PARTITIONS][BUFFER];
//                  or the hot bins, for skewed samples; or the counters of a look (see below)
//     workspace:   the queues; see queues.cl
//
// A launch, called a round, counts as many samples as the queues can hold if the distribution is flat; then
// count_partitions empties the queues. Samples that find no room are counted by global atomics.
//
// Skewed samples would contend for a few counters. So each work-group first examines a few samples from the whole
// slice, the same ones in every group; this is called a look. Unless their distribution is nearly flat, the first round
// counts all samples by hot_bins.cl, and the other rounds do nothing.

#define HEAD_WORDS (2 * PARTITIONS)
#define HOT_BINS_AT (BRANCHES ? 0 : HEAD_WORDS) // without BRANCHES, flush() runs too, and must find empty buffers

typedef struct {
    __local uint *filled;  // how many numbers each partition's buffer got; only the first BUFFER of them had room
    __local uint *written; // how many numbers are in each partition's queue
    __local queued *numbers;
    __local WEIGHT *weights; // only with payload_weight.cl
    __local uint *looked;    // counters of a look
    __global COUNTER *counts;
    __global uint *workspace;
    uint groups, room;
    bool looks;  // whether samples are examined, not counted
    bool skewed; // whether samples are counted in the cache of hot bins
    hot_bins hot;
    uint collisions, max_count, samples; // results of a look, for this work-item's samples
} accumulator;

static inline void
begin(accumulator *a, __local uint *memory, __global COUNTER *counts, __global uint *partials, uint groups, uint room) {
    a->filled = memory;
    a->written = memory + PARTITIONS;
    a->numbers = (__local queued *)(memory + HEAD_WORDS);
    a->weights = (__local WEIGHT *)(a->numbers + PARTITIONS * BUFFER);
    a->looked = memory;
    a->counts = counts;
    a->workspace = partials;
    a->groups = groups;
    a->room = room;
    hot_bins_at(&a->hot, memory + HOT_BINS_AT, counts);
}

static inline void clear(__local uint *memory, uint words) {
    for (uint i = (uint)get_local_id(0); i < words; i += WORK_GROUP_SIZE) memory[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Counts a sample of the look in a counter that a hash of its bin selects, so several bins share it. The previous count
// is the sample's number of collisions.
static inline void look_at(accumulator *a, uint bin) {
    const uint before = atomic_inc(a->looked + ((bin * 0x9e3779b1u) >> (32 - LOG2_LOOK_COUNTERS)));
    a->collisions += before;
    a->max_count = max(a->max_count, before + 1);
    ++a->samples;
}

static inline void accumulate(accumulator *a, uint bin, WEIGHT weight, units u) {
    if (a->looks) {
        look_at(a, bin);
        return;
    }
    if (a->skewed) {
        add_to_hot_bin(&a->hot, bin, weight, u);
        return;
    }
    const uint partition = partition_of(bin), at = atomic_inc(a->filled + partition);
    if (at < BUFFER) {
        a->numbers[partition * BUFFER + at] = (queued)(bin & NUMBER_MASK);
        store_weight(a->weights, partition * BUFFER + at, weight);
    } else {
        add_weight(a->counts, bin, weight, u);
    }
}

// Combines the results of all work-items by a tree reduction. The distribution of n samples is nearly flat if no
// counter has more than max(8, n / 512) of them, and if at most 4 n² / LOOK_COUNTERS + 8 pairs of samples collide:
// eight times as many as are expected by chance, and 8 more.
static inline bool looked_flat(accumulator *a) {
    const uint l = (uint)get_local_id(0);
    __local uint *collisions = a->looked, *max_count = collisions + WORK_GROUP_SIZE,
                 *samples = max_count + WORK_GROUP_SIZE;
    barrier(CLK_LOCAL_MEM_FENCE);
    collisions[l] = a->collisions;
    max_count[l] = a->max_count;
    samples[l] = a->samples;
    for (uint step = WORK_GROUP_SIZE / 2; step != 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < step) {
            collisions[l] += collisions[l + step];
            max_count[l] = max(max_count[l], max_count[l + step]);
            samples[l] += samples[l + step];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const ulong n = *samples;
    const bool flat = *max_count <= max(8u, (uint)n / 512) && *collisions <= 4 * n * n / LOOK_COUNTERS + 8;
    barrier(CLK_LOCAL_MEM_FENCE); // the memory is reused after this
    return flat;
}

// The number of steps of each round except the last.
static inline uint steps_per_round(uint steps, uint rounds) {
    return (steps / rounds / LOADS_IN_FLIGHT + 1) * LOADS_IN_FLIGHT;
}

// A team moves whole lines from its partitions' buffers to their queues, as long as there is room. It then moves the
// remaining numbers, at most a line, to the front of the buffer. If a queue is full, any further numbers are counted by
// atomics. Each work-item overwrites only words that it has read itself.
static inline void flush(accumulator *a, units u) {
    const uint l = (uint)get_local_id(0), team = l / TEAM, lane = l % TEAM, group = (uint)get_group_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint partition = team; partition < PARTITIONS; partition += WORK_GROUP_SIZE / TEAM) {
        const uint n = min(a->filled[partition], BUFFER), written = a->written[partition];
        const uint whole = min(n / LINE * LINE, a->room - written);
        __local queued *numbers = a->numbers + partition * BUFFER;
        __local uint *pairs = (__local uint *)numbers;
        __local WEIGHT *weights = a->weights + partition * BUFFER;
        __global uint *to = (__global uint *)(queue_of(a->workspace, partition, group, a->groups, a->room) + written);
        for (uint i = lane; i < whole / 2; i += TEAM) to[i] = pairs[i];
        move_weights(weights_of(a->workspace, partition, group, a->groups, a->room) + written, weights, whole, lane);
        for (uint i = whole + LINE + lane; i < n; i += TEAM)
            add_weight_at(a->counts, bin_of_number(partition, numbers[i]), weights, i, u);
        const uint left = whole != 0 ? min(n - whole, LINE) : 0;
        if (2 * lane + 1 < left)
            pairs[lane] = pairs[whole / 2 + lane];
        else if (2 * lane < left)
            numbers[2 * lane] = numbers[whole + 2 * lane];
        move_left_weights(weights, whole, left, lane);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint partition = l; partition < PARTITIONS; partition += WORK_GROUP_SIZE) {
        const uint n = min(a->filled[partition], BUFFER), written = a->written[partition];
        const uint whole = min(n / LINE * LINE, a->room - written);
        a->filled[partition] = min(n - whole, LINE);
        a->written[partition] = written + whole;
    }
    barrier(CLK_LOCAL_MEM_FENCE); // must be the last statement: PoCL 3.1 miscompiles code after it
}

// Moves the numbers that remain in the buffers to the queues, or counts them by atomics if there is no room. For skewed
// samples, adds the hot bins to the counts instead.
static inline void end(accumulator *a, units u) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (a->skewed) {
        add_hot_bins(&a->hot, u);
        return;
    }
    const uint team = (uint)get_local_id(0) / TEAM, lane = (uint)get_local_id(0) % TEAM, group = (uint)get_group_id(0);
    for (uint partition = team; partition < PARTITIONS; partition += WORK_GROUP_SIZE / TEAM) {
        const uint n = min(a->filled[partition], BUFFER), written = a->written[partition];
        const uint fit = min(n, a->room - written);
        __local const queued *numbers = a->numbers + partition * BUFFER;
        __local const WEIGHT *weights = a->weights + partition * BUFFER;
        __global queued *to = queue_of(a->workspace, partition, group, a->groups, a->room) + written;
        for (uint i = lane; i < fit; i += TEAM) to[i] = numbers[i];
        move_weights(weights_of(a->workspace, partition, group, a->groups, a->room) + written, weights, fit, lane);
        for (uint i = fit + lane; i < n; i += TEAM)
            add_weight_at(a->counts, bin_of_number(partition, numbers[i]), weights, i, u);
        if (lane == 0) a->workspace[LENGTHS + partition * (size_t)a->groups + group] = written + fit;
    }
}
