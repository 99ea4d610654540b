#include "variants/partitions.hpp"

#include "variants/compute_unit.hpp"

#include <algorithm>
#include <bit>

namespace histo_cl::detail {
namespace {

constexpr std::uint64_t line = 64; // LINE of kernels/partitioned.cl
constexpr std::uint64_t number_bytes = sizeof(QueuedNumber);

/// Before the buffers: filled, written and looked.
constexpr std::uint64_t head_words(std::uint64_t partitions) noexcept {
    return 2 * partitions + 4;
}

/// Before the queues.
constexpr std::uint64_t head_bytes(std::uint64_t groups, std::uint64_t partitions) noexcept {
    return (16 + partitions * groups + 31) / 32 * 32 * sizeof(std::uint32_t);
}

constexpr std::uint64_t divided_up(std::uint64_t n, std::uint64_t by) noexcept {
    return n / by + (n % by != 0 ? 1 : 0);
}

/// Numbers that flat samples leave in a queue.
std::uint64_t numbers_of_a_queue(const Decision& decision, std::uint64_t samples) noexcept {
    return divided_up(samples, std::uint64_t{decision.work_groups} * decision.partitions);
}

} // namespace

std::uint32_t partition_bits(std::uint32_t counters, std::uint32_t partitions) noexcept {
    constexpr int least = 3; // a run of 8 bins
    const auto of_bins = static_cast<int>(std::bit_width(std::max(1U, counters) - 1));
    return static_cast<std::uint32_t>(std::max(least, of_bins - std::countr_zero(partitions)));
}

std::uint32_t partition_buffer(std::uint32_t work_group_size, std::uint32_t partitions) noexcept {
    const auto flat = std::uint64_t{work_group_size} * samples_before_flush / partitions;
    return static_cast<std::uint32_t>(line + divided_up(flat + flat / 2, line) * line);
}

std::uint64_t partition_local_bytes(std::uint32_t work_group_size, std::uint32_t partitions) noexcept {
    return head_words(partitions) * sizeof(std::uint32_t) +
           std::uint64_t{partitions} * partition_buffer(work_group_size, partitions) * number_bytes;
}

std::uint64_t hot_bin_local_bytes(const Decision& decision) noexcept {
    const auto before = decision.branches ? 0 : head_words(decision.partitions) * sizeof(std::uint32_t);
    return before + decision.slots * slot_bytes;
}

std::uint32_t look_counters(const Decision& decision) noexcept {
    const auto words = decision.local_bytes / sizeof(std::uint32_t) - head_words(decision.partitions);
    const auto samples = 4 * std::uint64_t{samples_of_a_look} * decision.work_group_size;
    return static_cast<std::uint32_t>(std::bit_floor(std::min(words, samples)));
}

Rounds rounds(const Decision& decision, std::uint64_t workspace_bytes, std::uint64_t samples) noexcept {
    const std::uint64_t groups = decision.work_groups;
    const auto head = head_bytes(groups, decision.partitions);
    if (workspace_bytes < head) return {};
    constexpr std::uint64_t max_room = std::uint64_t{1} << 30U;
    const auto room =
        std::min((workspace_bytes - head) / number_bytes / (groups * decision.partitions), max_room) / line *
        line;
    if (room == 0) return {};
    // Half a line more than there is room for: few of many samples.
    const auto number = divided_up(numbers_of_a_queue(decision, samples), room + line / 2);
    return {static_cast<std::uint32_t>(room), static_cast<std::uint32_t>(std::max<std::uint64_t>(1, number))};
}

std::uint64_t partition_workspace(const Decision& decision, std::uint64_t samples) noexcept {
    const std::uint64_t queues = std::uint64_t{decision.work_groups} * decision.partitions;
    const auto flat = numbers_of_a_queue(decision, samples);
    const auto room = divided_up(flat + flat / 16 + line, line) * line;
    return std::min(decision.workspace_bytes,
                    head_bytes(decision.work_groups, decision.partitions) + room * queues * number_bytes);
}

} // namespace histo_cl::detail
