#pragma once

#include "histo_cl/decision.hpp"
#include "histo_cl/problem.hpp"

#include <cstdint>
#include <limits>

// Sizes of kernels/partitioned.cl, for the decision, its constants and its launches.

namespace histo_cl::detail {

/// A bin's number within its partition, as queues hold it: `queued` of kernels/partitioned.cl.
using QueuedNumber = std::uint16_t;
inline constexpr std::uint32_t max_partition_bits = std::numeric_limits<QueuedNumber>::digits;

/// Fewer have no hash (kernels/partitioned.cl).
inline constexpr std::uint32_t min_partitions = 2;

/// Samples of a work-item before its group moves them to the queues.
inline constexpr std::uint32_t samples_before_flush = 32;

/// Samples that each work-item of a look reads: one load.
inline constexpr std::uint32_t samples_of_a_look = 4;

/// Bins of a partition, as a power of two. A choice keeps it to max_partition_bits.
[[nodiscard]] std::uint32_t partition_bits(std::uint32_t counters, std::uint32_t partitions) noexcept;

/// Numbers that a work-group buffers for each partition: a line that was left over, and half more than flat
/// samples give before the next flush.
[[nodiscard]] std::uint32_t partition_buffer(std::uint32_t work_group_size,
                                             std::uint32_t partitions) noexcept;

/// Local memory of a work-group that looks or fills queues.
[[nodiscard]] std::uint64_t partition_local_bytes(std::uint32_t work_group_size,
                                                  std::uint32_t partitions) noexcept;

/// Local memory of a work-group that counts hot bins.
[[nodiscard]] std::uint64_t hot_bin_local_bytes(const Decision& decision) noexcept;

/// The counters of a look: four for each sample.
[[nodiscard]] std::uint32_t look_counters(const Decision& decision) noexcept;

/// The queues of a launch.
struct Rounds {
    std::uint32_t room = 0; ///< numbers in the queue of a work-group and a partition; 0: too little workspace
    std::uint32_t number = 0; ///< of rounds that flat samples take
};

/// The queues for so many samples of a slice with so many bytes of workspace.
[[nodiscard]] Rounds rounds(const Decision& decision, std::uint64_t workspace_bytes,
                            std::uint64_t samples) noexcept;

/// The workspace for so many samples: for a single round, if it may be that much.
[[nodiscard]] std::uint64_t partition_workspace(const Decision& decision, std::uint64_t samples) noexcept;

} // namespace histo_cl::detail
