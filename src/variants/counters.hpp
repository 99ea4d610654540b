#pragma once

#include "core/integers.hpp"
#include "histo_cl/abi.hpp"
#include "histo_cl/decision.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/problem.hpp"
#include "problem/accumulator.hpp"
#include "problem/weights.hpp"
#include "variants/variant.hpp"

#include <algorithm>
#include <cstdint>

// The private counters of a problem; see kernels/accumulate/amount_*.cl. For minima and maxima, a
// counter has a rank: an unsigned integer that says how extreme a weight is (problem/accumulator.hpp).

namespace histo_cl::detail {

/// Whether the problem has sums of float weights, or of shares of elements: 96-bit fixed-point numbers, which
/// a kernel converts to floats.
[[nodiscard]] constexpr bool has_wide_sums(const Problem& problem) noexcept {
    return splits(problem) ||
           (problem.weights.type && is_float(*problem.weights.type) && !is_extreme(problem));
}

/// Whether private counters are ranks of f64 weights, which are updated by 64-bit atomics.
[[nodiscard]] constexpr bool has_wide_ranks(const Problem& problem) noexcept {
    return is_extreme(problem) && problem.weights.type == SampleType::f64;
}

/// Whether counters are words in the workspace, which a kernel converts to the caller's counters at the end:
/// wide sums, or ranks.
[[nodiscard]] constexpr bool finishes_words(const Problem& problem) noexcept {
    return has_wide_sums(problem) || is_extreme(problem);
}

/// Whether counters are updated by 64-bit atomics, if the device has these.
[[nodiscard]] constexpr bool takes_atomic64(const Problem& problem) noexcept {
    return finishes_words(problem) ? has_wide_ranks(problem) : bytes(problem.counter) == 8;
}

/// Number of 32-bit words of a rank: 1, or 2 for f64. The rank of a 32-bit integer also takes 2, because
/// there is one rank more than there are values: the rank for "no weight".
[[nodiscard]] constexpr std::uint32_t rank_words(const Problem& problem) noexcept {
    return bytes(*problem.weights.type) < 4 || problem.weights.type == SampleType::f32 ? 1 : 2;
}

/// Number of 32-bit words in a private counter: 1 for a count, 2 for a sum modulo 2^64, 4 for a wide sum with
/// its flags; for extremes, the words of a rank and, with Weights::counts, 2 for a count.
[[nodiscard]] constexpr std::uint32_t counter_words(const Problem& problem) noexcept {
    if (has_wide_sums(problem)) return 4;
    if (!problem.weights.type) return 1;
    if (is_extreme(problem)) return rank_words(problem) + (problem.weights.counts ? 2 : 0);
    return 2;
}

/// Whether float weights without a bound can be summed in a unit that is derived from some of the weights
/// (kernels/merge/guessed_unit.cl). Weights of 64 bits, squares, and fractions of weights are seldom
/// multiples of such a unit.
[[nodiscard]] inline bool guesses_unit(const Problem& problem, const Decision& decision) noexcept {
    return has_wide_sums(problem) && !known_bound(problem) && !problem.weights.narrow &&
           !problem.weights.squares && !splits(problem) && bytes(*problem.weights.type) <= 4 &&
           decision.block_elements == 0;
}

/// Alignment of a private counter in 32-bit words.
[[nodiscard]] constexpr std::uint32_t counter_alignment(const Problem& problem) noexcept {
    return has_wide_ranks(problem) ? 2 : 1;
}

[[nodiscard]] inline std::uint64_t private_bytes(const Problem& problem) noexcept {
    return std::uint64_t{problem.counters()} * counter_words(problem) * sizeof(std::uint32_t);
}

/// Number of counters for counts of whole elements, which precede the sums of a histogram. Counts of elements
/// that are split are sums of fractions.
[[nodiscard]] inline std::uint64_t counts_beside_sums(const Problem& problem) noexcept {
    return problem.weights.counts && !splits(problem) ? problem.cells() : 0;
}

/// The offset in bytes of a counter in the mergeable form of a histogram with wide sums: 64-bit counts, then
/// the wide sums. The offset of the counter after the last is the total size.
[[nodiscard]] inline std::uint64_t partial_offset(const Problem& problem, std::uint64_t counter) noexcept {
    const auto counts = std::min(counter, counts_beside_sums(problem));
    return counts * sizeof(std::uint64_t) +
           (counter - counts) * counter_words(problem) * sizeof(std::uint32_t);
}

/// Whether rows of private counts can be summed by the merge kernel or the host: plain counts of one
/// histogram.
[[nodiscard]] inline bool has_plain_rows(const Problem& problem) noexcept {
    return counter_words(problem) == 1 && !problem.weights.type && problem.batch == Batch::one;
}

/// Whether the work-groups write to the workspace.
[[nodiscard]] inline bool has_partials(const Decision& decision) noexcept {
    return decision.workspace_bytes != 0;
}

/// Bytes of workspace per work-group. If the merge sums rows, this is the size of a row of private counts.
[[nodiscard]] inline std::uint64_t row_bytes(const Decision& decision) noexcept {
    return decision.workspace_bytes / decision.work_groups;
}

/// Number of bytes of workspace for Merge::last_group. Each counter has a sum and the number of work-groups
/// that have arrived, in 64 bits.
[[nodiscard]] inline std::uint64_t sums_bytes(const Problem& problem) noexcept {
    return std::uint64_t{problem.counters()} * sizeof(std::uint64_t);
}

/// Number of words that hold the greatest exponent field of each weight vector, and how these fields were
/// found.
inline constexpr std::uint32_t range_words = 2 * max_weight_vectors;

/// The offsets of the parts of a workspace, in 32-bit words. The wide sums or ranks of all histograms come
/// first. Wide sums are followed by range_words words at `range`. The private counts are at `partials`, which
/// is a multiple of 4.
struct WorkspaceParts {
    std::uint64_t range = 0;
    std::uint64_t partials = 0;
};

[[nodiscard]] inline WorkspaceParts workspace_parts(const Problem& problem,
                                                    std::uint64_t histograms) noexcept {
    if (!finishes_words(problem)) return {};
    const auto sums =
        saturating_multiply(histograms, std::uint64_t{problem.counters()} * counter_words(problem));
    if (is_extreme(problem)) return {.range = sums, .partials = saturating_add(sums, 3) / 4 * 4};
    return {.range = sums, .partials = saturating_add(sums, range_words)};
}

/// Number of sums of weights per cell, plus 1 if there are counts. Sums of squares are not included.
[[nodiscard]] constexpr std::uint32_t sums_per_cell(const Problem& problem) noexcept {
    return problem.weights.vectors + (problem.weights.counts ? 1 : 0);
}

/// Maximum number of bytes of the private counts, at most the size of the device's largest buffer. `sums`:
/// number of sums per cell. The default per sum is 64 MiB on a GPU: more would exceed its cache, which costs
/// more than having fewer work-groups (H200). On a CPU, where fewer work-groups leave cores idle, it is an
/// eighth of the device's memory, but at most 512 MiB.
[[nodiscard]] inline std::uint64_t counts_limit(const DeviceProfile& device, const Options& options,
                                                std::uint32_t sums = 1) noexcept {
    const auto usual = device.type == DeviceType::cpu
                           ? std::min(std::uint64_t{512} << 20U, device.global_memory_bytes / 8)
                           : std::uint64_t{64} << 20U;
    return std::min(options.workspace_limit.value_or(sums * usual), device.max_allocation_bytes);
}

/// Maximum number of bytes of the workspace of Variant::partitioned, at most the size of the device's largest
/// buffer. The default is a 32nd of the device's memory, but at most 512 MiB, which has room for 2^28 samples
/// without weights.
[[nodiscard]] inline std::uint64_t queues_limit(const DeviceProfile& device,
                                                const Options& options) noexcept {
    constexpr std::uint64_t max_share = std::uint64_t{512} << 20U;
    const auto share = std::min(max_share, device.global_memory_bytes / 32);
    return std::min(options.workspace_limit.value_or(share), device.max_allocation_bytes) / 8 * 8;
}

// Which launches merge by arrival (Merge::last_group): the work-group that arrives last at a counter writes
// it; see kernels/merge/merge_last_group.cl.

/// Number of counters up to which merging by arrival costs less than filling the counts with zeros first,
/// even with the maximum number of work-groups (H200).
constexpr std::uint64_t always_arriving_counters = 4096;
/// Number of counters up to which merging by arrival costs less, if a launch has at most max_arrivals
/// arrivals. Each counter of each work-group is one arrival.
constexpr std::uint64_t max_arriving_counters = 16384;
constexpr std::uint64_t max_arrivals = 1U << 19U;

/// Whether a work-item has at most one bin (or value) to deliver.
[[nodiscard]] inline bool has_few_bins(const Problem& problem, const Decision& decision) noexcept {
    return std::max<std::uint64_t>(decision.window_bins, problem.counters()) <= decision.work_group_size;
}

/// Whether a work-group stores its counts instead of adding them, if no other group counts the same histogram
/// of a batch (kernels/merge/merge_alone.cl). It cannot store counts of values, because these are added one
/// by one; nor counts whose carries are added before the total; nor words that a kernel finishes, because
/// these are not in the caller's counters.
[[nodiscard]] inline bool stores_alone(const Problem& problem, const Decision& decision) noexcept {
    const auto& variant = implementation(*decision.variant);
    return problem.batch != Batch::one && decision.merge == Merge::atomic && !decision.count_values &&
           !finishes_words(problem) && !variant.counts_directly && !variant.carries_into_counts;
}

/// Whether the kernel has the parameter `delivery` of kernels/merge/delivery.cl.
[[nodiscard]] inline bool has_delivery(const Problem& problem, const Decision& decision) noexcept {
    return decision.merge == Merge::last_group || decision.teams || stores_alone(problem, decision);
}

/// Whether a launch with this number of work-groups per histogram overwrites the counts. Otherwise, the
/// groups add to counts that a fill has zeroed. With Merge::last_group, launches always overwrite counters
/// that saturate, because atomics on these may have to be repeated. They also overwrite all counters if the
/// caller or a tuning table set this merge.
[[nodiscard]] inline bool overwrites_counts(const Problem& problem, const Decision& decision,
                                            std::uint32_t work_groups) noexcept {
    if (stores_alone(problem, decision)) return work_groups == 1;
    if (decision.merge != Merge::last_group) return false;
    const std::uint64_t counters = problem.counters();
    return saturates(problem.counter) || counters <= always_arriving_counters ||
           has_few_bins(problem, decision) || counters * work_groups <= max_arrivals ||
           origin(decision, "merge") != KnobOrigin::chosen;
}

} // namespace histo_cl::detail
