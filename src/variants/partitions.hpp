#pragma once

#include "histo_cl/decision.hpp"
#include "histo_cl/problem.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

// Sizes in kernels/variants/partitioned.cl that the decision, the program's constants and the launches need.

namespace histo_cl::detail {

/// A bin's number within its partition, as stored in queues: `queued` in kernels/engines/queues.cl.
using QueuedNumber = std::uint16_t;
inline constexpr std::uint32_t max_partition_bits = std::numeric_limits<QueuedNumber>::digits;

/// Minimum number of partitions for the hash of kernels/variants/partitioned.cl.
inline constexpr std::uint32_t min_partitions = 2;

/// Number of samples per work-item between two flushes, which move numbers to the queues. If a single step
/// loads more samples, the number is larger. With weights it is smaller, because a buffer takes more local
/// memory.
[[nodiscard]] constexpr std::uint32_t samples_before_flush(const Problem& problem) noexcept {
    return problem.weights.type ? 16 : 32;
}

/// Bytes of a queued sample: the number, and the weight if there is one.
[[nodiscard]] constexpr std::uint64_t queued_bytes(const Problem& problem) noexcept {
    return sizeof(QueuedNumber) + (problem.weights.type ? bytes(*problem.weights.type) : 0);
}

/// Words of local memory per bin in which the queues of a partition are counted: LOCAL_SUM_WORDS of
/// kernels/accumulate/local_sum_float.cl and kernels/accumulate/local_sum_integer.cl, or one for a count.
[[nodiscard]] constexpr std::uint32_t words_per_local_sum(const Problem& problem) noexcept {
    if (!problem.weights.type) return 1;
    return is_float(*problem.weights.type) ? 3 : 2;
}

/// Number of work-groups that count the queues of a partition. Groups that sum weights add their sums by
/// atomics. Counts are added by only one group, which needs no atomics.
[[nodiscard]] constexpr std::uint32_t groups_per_partition(const Problem& problem,
                                                           const Decision& decision) noexcept {
    return problem.weights.type ? std::max(1U, decision.work_groups / decision.partitions) : 1;
}

/// A look is the examination of a few samples before the first round, which finds whether their distribution
/// is nearly uniform. In a look, each work-item reads this number of samples, or one block if a block has
/// more.
inline constexpr std::uint32_t samples_per_look = 4;

/// Base-2 logarithm of the number of bins of a partition. In decisions, it is at most max_partition_bits.
[[nodiscard]] std::uint32_t partition_bits(std::uint32_t counters, std::uint32_t partitions) noexcept;

/// Capacity of a work-group's buffer for one partition, in queued numbers. One line (LINE of
/// kernels/engines/queues.cl) is for the remainder of the last flush. The rest is 1.5 times the numbers that
/// a uniform distribution adds between two flushes, rounded up to whole lines. With weights, it is 1.25 times
/// these numbers, rounded up to a multiple of 16.
[[nodiscard]] std::uint32_t partition_buffer(const Problem& problem, std::uint32_t work_group_size,
                                             std::uint32_t partitions) noexcept;

/// Bytes of local memory of a work-group that examines samples or fills queues.
[[nodiscard]] std::uint64_t partition_local_bytes(const Problem& problem, std::uint32_t work_group_size,
                                                  std::uint32_t partitions) noexcept;

/// Bytes of local memory of a work-group that counts with the hot-bin cache.
[[nodiscard]] std::uint64_t hot_bin_local_bytes(const Problem& problem, const Decision& decision) noexcept;

/// Number of counters of a look: four for each sample that the work-group reads.
[[nodiscard]] std::uint32_t look_counters(std::uint32_t work_group_size) noexcept;

struct Rounds {
    /// Capacity of each queue, in samples; 0 if there is too little workspace. Each work-group has one queue
    /// per partition.
    std::uint32_t room = 0;
    std::uint32_t number = 0; ///< number of rounds for uniform samples
};

/// Returns the rounds for `samples` samples of a slice (the part of a job that is counted at once), with
/// `workspace_bytes` bytes of workspace.
[[nodiscard]] Rounds rounds(const Problem& problem, const Decision& decision, std::uint64_t workspace_bytes,
                            std::uint64_t samples) noexcept;

/// Bytes of workspace for `samples` samples: enough for uniform samples in a single round, but at most
/// decision.workspace_bytes.
[[nodiscard]] std::uint64_t partition_workspace(const Problem& problem, const Decision& decision,
                                                std::uint64_t samples) noexcept;

} // namespace histo_cl::detail
