#pragma once

#include "core/integers.hpp"
#include "histo_cl/abi.hpp"
#include "histo_cl/decision.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/problem.hpp"

#include <algorithm>
#include <cstdint>

// The private counters of a problem; see kernels/amount_*.cl.

namespace histo_cl::detail {

/// Sums of float weights: fixed point of 96 bits, finished into doubles by a kernel.
[[nodiscard]] constexpr bool has_wide_sums(const Problem& problem) noexcept {
    return problem.weights && is_float(*problem.weights);
}

/// Words of 32 bits in a private counter: a count, a sum modulo 2^64, or a wide sum with its flags.
[[nodiscard]] constexpr std::uint32_t counter_words(const Problem& problem) noexcept {
    if (!problem.weights) return 1;
    return is_float(*problem.weights) ? 4 : 2;
}

/// The bytes of the private counters of one histogram.
[[nodiscard]] inline std::uint64_t private_bytes(const Problem& problem) noexcept {
    return std::uint64_t{problem.counters()} * counter_words(problem) * sizeof(std::uint32_t);
}

/// The counts of elements that are beside the sums of a histogram, at its start.
[[nodiscard]] inline std::uint64_t counts_beside_sums(const Problem& problem) noexcept {
    return problem.counts_too ? problem.cells() : 0;
}

/// The offset of a counter of a histogram with wide sums in a partial one: counts of 64 bits, then the wide
/// sums. The offset of the number of counters is the size of all.
[[nodiscard]] inline std::uint64_t partial_offset(const Problem& problem, std::uint64_t counter) noexcept {
    const auto counts = std::min(counter, counts_beside_sums(problem));
    return counts * sizeof(std::uint64_t) +
           (counter - counts) * counter_words(problem) * sizeof(std::uint32_t);
}

/// Whether rows of private counts can be summed by the merge kernel or the host: plain counts of one
/// histogram.
[[nodiscard]] inline bool has_plain_rows(const Problem& problem) noexcept {
    return !problem.weights && problem.batch == Batch::one;
}

/// Whether the work-groups write to the workspace.
[[nodiscard]] inline bool has_partials(const Decision& decision) noexcept {
    return decision.workspace_bytes != 0;
}

/// The bytes of the workspace that each work-group has to itself, if it has partials.
[[nodiscard]] inline std::uint64_t row_bytes(const Decision& decision) noexcept {
    return decision.workspace_bytes / decision.work_groups;
}

/// The bytes of Merge::last_group's workspace: for each counter a sum and how many work-groups have arrived.
[[nodiscard]] inline std::uint64_t sums_bytes(const Problem& problem) noexcept {
    return std::uint64_t{problem.counters()} * sizeof(std::uint64_t);
}

/// Where the parts of a workspace begin, in words of 32 bits: first the wide sums of all histograms, then the
/// greatest exponents of the weights and of what is added to, then the private counts.
struct WorkspaceParts {
    std::uint64_t range = 0;
    std::uint64_t partials = 0;
};

[[nodiscard]] inline WorkspaceParts workspace_parts(const Problem& problem,
                                                    std::uint64_t histograms) noexcept {
    if (!has_wide_sums(problem)) return {};
    const auto sums =
        saturating_multiply(histograms, std::uint64_t{problem.counters()} * counter_words(problem));
    return {.range = sums, .partials = saturating_add(sums, 4)};
}

/// Maximum memory of the private counts. More spill out of a GPU's cache, which costs more than the groups
/// left out (H200).
[[nodiscard]] inline std::uint64_t limit_of_counts(const Options& options) noexcept {
    return options.workspace_limit.value_or(std::uint64_t{64} << 20U);
}

/// Maximum memory of the queues of Variant::partitioned, which one buffer of the device must hold. The
/// default holds 2^28 samples.
[[nodiscard]] inline std::uint64_t limit_of_queues(const DeviceProfile& device,
                                                   const Options& options) noexcept {
    constexpr std::uint64_t most = std::uint64_t{512} << 20U;
    const auto share = std::min(most, device.global_memory_bytes / 32);
    return std::min(options.workspace_limit.value_or(share), device.max_allocation_bytes) / 8 * 8;
}

// Merge::last_group: which launches merge by arrival; see kernels/merge_last_group.cl.

/// Up to this many counters, arriving costs even the launch with the most work-groups less than a fill of the
/// counts before it (H200) …
constexpr std::uint64_t always_arriving_counters = 4096;
/// … and up to this many, it costs less in launches with few work-groups, of at most max_arrivals arrivals.
constexpr std::uint64_t max_arriving_counters = 16384;
constexpr std::uint64_t max_arrivals = 1U << 19U;

/// Whether a work-item has one bin (or value) at most to deliver.
[[nodiscard]] inline bool has_few_bins(const Problem& problem, const Decision& decision) noexcept {
    return std::max<std::uint64_t>(decision.window_bins, problem.counters()) <= decision.work_group_size;
}

/// Whether so many work-groups merge by arrival. Else they add to counts that a fill has zeroed. The caller's
/// own Merge::last_group is always by arrival.
[[nodiscard]] inline bool merges_by_arrival(const Problem& problem, const Decision& decision,
                                            std::uint32_t work_groups) noexcept {
    if (decision.merge != Merge::last_group) return false;
    const std::uint64_t counters = problem.counters();
    return counters <= always_arriving_counters || has_few_bins(problem, decision) ||
           counters * work_groups <= max_arrivals || origin(decision, "merge") != KnobOrigin::chosen;
}

} // namespace histo_cl::detail
