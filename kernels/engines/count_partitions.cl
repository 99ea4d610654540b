// count_partitions: after each round of partitioned.cl, a work-group reads the numbers in the queues of one partition,
// counts them in local memory, and adds the counts to the caller's counters. No other group of the launch counts these
// bins, so the additions need no atomics.
#define LOADS 8u // loads in flight per work-item

static inline bool has_number(__local const uint *numbers, uint i) {
    return i < 1u << PARTITION_BITS && numbers[i] != 0;
}

__kernel __attribute__((REQUIRED_SIZE(WORK_GROUP_SIZE))) void
count_partitions(__global uint *workspace, ulong partials_at, uint groups, uint room, __global COUNTER *counts) {
    __local uint numbers[1u << PARTITION_BITS];
    workspace = partials_of(workspace, partials_at);
    uint queues = groups;
    if (!has_queues(workspace)) {
        if (BRANCHES) return;
        queues = 0;
    }
    const uint l = (uint)get_local_id(0), partition = (uint)get_group_id(0);
    __global const uint *lengths = workspace + LENGTHS + partition * (size_t)groups;
    for (uint i = l; i < 1u << PARTITION_BITS; i += WORK_GROUP_SIZE) numbers[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint team = l / TEAM, lane = l % TEAM;
    for (uint group = team; group < queues; group += WORK_GROUP_SIZE / TEAM) {
        const uint n = lengths[group];
        __global const queued *queue = queue_of(workspace, partition, group, groups, room);
        __global const uint *pairs = (__global const uint *)queue;
        for (uint first = lane; first < n / 2; first += LOADS * TEAM) {
            uint pair[LOADS];
            UNROLLED for (uint k = 0; k < LOADS; ++k) {
                const uint i = first + k * TEAM;
                pair[k] = i < n / 2 ? pairs[i] : 0;
            }
            UNROLLED for (uint k = 0; k < LOADS; ++k) {
                if (first + k * TEAM < n / 2) {
                    atomic_inc(numbers + (pair[k] & 0xffffu));
                    atomic_inc(numbers + (pair[k] >> 16));
                }
            }
        }
        if (n % 2 != 0 && lane == 0) atomic_inc(numbers + queue[n - 1]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint first = l; first < 1u << PARTITION_BITS; first += LOADS * WORK_GROUP_SIZE) {
        COUNTER before[LOADS];
        UNROLLED for (uint k = 0; k < LOADS; ++k) {
            const uint i = first + k * WORK_GROUP_SIZE;
            before[k] = has_number(numbers, i) ? counts[bin_of_number(partition, i)] : 0;
        }
        UNROLLED for (uint k = 0; k < LOADS; ++k) {
            const uint i = first + k * WORK_GROUP_SIZE;
            if (has_number(numbers, i)) counts[bin_of_number(partition, i)] = increased(before[k], numbers[i]);
        }
    }
}
