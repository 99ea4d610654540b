// count_partitions: after each round of partitioned.cl, a work-group counts the queues of one partition in local memory
// and adds the counts to the caller's. No other group has these bins, so no atomic is needed.
__kernel __attribute__((REQUIRED_SIZE(WORK_GROUP_SIZE))) void
count_partitions(__global uint *workspace, ulong partials_at, uint groups, uint room, __global COUNTER *counts) {
    __local uint numbers[1u << PARTITION_BITS];
    workspace += partials_at;
    uint queues = groups;
    if (!looked_flat(workspace)) {
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
        uint i = lane;
        for (; i + 7 * TEAM < n / 2; i += 8 * TEAM) {
            uint pair[8];
            UNROLLED for (uint k = 0; k < 8; ++k) pair[k] = pairs[i + k * TEAM];
            UNROLLED for (uint k = 0; k < 8; ++k) {
                atomic_inc(numbers + (pair[k] & 0xffffu));
                atomic_inc(numbers + (pair[k] >> 16));
            }
        }
        for (; i < n / 2; i += TEAM) {
            atomic_inc(numbers + (pairs[i] & 0xffffu));
            atomic_inc(numbers + (pairs[i] >> 16));
        }
        if (n % 2 != 0 && lane == 0) atomic_inc(numbers + queue[n - 1]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = l; i < 1u << PARTITION_BITS; i += WORK_GROUP_SIZE) {
        const uint n = numbers[i];
        if (n != 0) counts[bin_of_number(partition, i)] += n;
    }
}
