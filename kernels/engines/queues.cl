// queues: the queues of partitioned.cl. Each work-group has a queue for each partition. The workspace holds, from
// partials_of() on:
//
//     0             whether there are queues
//     LENGTHS …     the lengths of the queues [partition][group]
//     queues_at() … the queues, `room` numbers each; then, in the same order, their weights, if there are any
//
// A bin has a number within its partition. A hash distributes runs of 8 bins over the partitions, so that neither
// narrow ranges nor strides of bins fill a single partition:
//
//     bin = upper · 2^PARTITION_BITS + number, with number < 2^PARTITION_BITS
//     partition = upper ^ hash(number / 8)

#define LINE 64u // 16-bit numbers per line, which has 128 bytes
#define TEAM 32u // number of work-items that write a line together
#define LENGTHS 16u
typedef ushort queued; // a number of PARTITION_BITS bits within a partition; QueuedNumber on the host

// The part of the workspace for queues, aligned to a line.
static inline __global uint *partials_of(__global uint *workspace, ulong partials_at) {
    return workspace + (partials_at + 31) / 32 * 32;
}

static inline size_t queues_at(uint groups) { return (LENGTHS + (size_t)PARTITIONS * groups + 31) / 32 * 32; }

// The start of a group's queue of a partition, aligned to LINE numbers.
static inline __global queued *queue_of(__global uint *workspace, uint partition, uint group, uint groups, uint room) {
    return (__global queued *)(workspace + queues_at(groups)) + (partition * (size_t)groups + group) * room;
}

// The start of the weights of a group's queue of a partition.
static inline __global WEIGHT *
weights_of(__global uint *workspace, uint partition, uint group, uint groups, uint room) {
    __global WEIGHT *weights = (__global WEIGHT *)queue_of(workspace, PARTITIONS, 0, groups, room);
    return weights + (partition * (size_t)groups + group) * room;
}

static inline bool has_queues(__global const uint *workspace) { return workspace[0] != 0; }

#define NUMBER_MASK ((1u << PARTITION_BITS) - 1)
static inline uint hash_of(uint number) { return ((number >> 3) * 0x9e3779b1u) >> (32 - LOG2_PARTITIONS); }
static inline uint partition_of(uint bin) { return bin >> PARTITION_BITS ^ hash_of(bin & NUMBER_MASK); }
static inline uint bin_of_number(uint partition, uint number) {
    return (partition ^ hash_of(number)) << PARTITION_BITS | number;
}
