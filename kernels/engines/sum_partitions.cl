// sum_partitions: the kernel count_partitions for weights. After each round of partitioned.cl, the work-groups of a
// partition read the weights in its queues, sum them in local memory, and add the sums to the caller's sums by atomics.
// There are get_num_groups(1) groups for each partition, which share its queues.
#define LOADS 4u // pairs of numbers and of weights in flight per work-item
#define PARTITION_BINS (1u << PARTITION_BITS)

__kernel __attribute__((REQUIRED_SIZE(WORK_GROUP_SIZE))) void
count_partitions(__global uint *workspace, ulong partials_at, uint groups, uint room, __global COUNTER *counts,
                 ulong range_at, uint element_bits) {
    __local uint sums[LOCAL_SUM_WORDS * PARTITION_BINS];
    const units u = units_of(workspace + range_at, element_bits);
    __global uint *partials = partials_of(workspace, partials_at);
    uint queues = groups;
    if (!has_queues(partials)) {
        if (BRANCHES) return;
        queues = 0;
    }
    const uint l = (uint)get_local_id(0), partition = (uint)get_group_id(0);
    for (uint i = l; i < LOCAL_SUM_WORDS * PARTITION_BINS; i += WORK_GROUP_SIZE)
        sums[i] = start_of_sum(i >> PARTITION_BITS);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint team = l / TEAM, lane = l % TEAM, splits = (uint)get_num_groups(1);
    for (uint group = team * splits + (uint)get_group_id(1); group < queues; group += WORK_GROUP_SIZE / TEAM * splits) {
        const uint n = partials[LENGTHS + partition * (size_t)groups + group];
        __global const queued *numbers = queue_of(partials, partition, group, groups, room);
        __global const WEIGHT *weights = weights_of(partials, partition, group, groups, room);
        __global const uint *pairs = (__global const uint *)numbers;
        __global const WEIGHT_PAIR *weight_pairs = (__global const WEIGHT_PAIR *)weights;
        for (uint first = lane; first < n / 2; first += LOADS * TEAM) {
            uint pair[LOADS];
            WEIGHT_PAIR weight[LOADS];
            UNROLLED for (uint k = 0; k < LOADS; ++k) {
                const uint i = first + k * TEAM;
                pair[k] = i < n / 2 ? pairs[i] : 0;
                weight[k] = i < n / 2 ? weight_pairs[i] : (WEIGHT_PAIR)(0);
            }
            uint left = 0; // one bit for each element that could not be added to its local sum
            UNROLLED for (uint k = 0; k < LOADS; ++k) {
                __local uint *low = sums + (pair[k] & 0xffffu), *high = sums + (pair[k] >> 16);
                if (first + k * TEAM < n / 2) {
                    left |= (add_to_local_sum(low, PARTITION_BINS, weight[k].s0, u) ? 0 : 1u) << 2 * k;
                    left |= (add_to_local_sum(high, PARTITION_BINS, weight[k].s1, u) ? 0 : 2u) << 2 * k;
                }
            }
            while (left != 0) {
                const uint bit = 31 - clz(left), i = 2 * (first + bit / 2 * TEAM) + bit % 2;
                add_to_global_sum(counts, bin_of_number(partition, numbers[i]), weights[i], u);
                left ^= 1u << bit;
            }
        }
        if (n % 2 != 0 && lane == 0 && !add_to_local_sum(sums + numbers[n - 1], PARTITION_BINS, weights[n - 1], u))
            add_to_global_sum(counts, bin_of_number(partition, numbers[n - 1]), weights[n - 1], u);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = l; i < PARTITION_BINS; i += WORK_GROUP_SIZE) {
        const amount sum = local_sum(sums + i, PARTITION_BINS, u);
        if (!is_nothing(sum)) add_to_count(counts, bin_of_number(partition, i), sum);
    }
}
