#pragma once

#include "core/saturating.hpp"
#include "histo_cl/decision.hpp"
#include "histo_cl/problem.hpp"

#include <algorithm>
#include <cstdint>

// What the private counters of a problem are made of; see kernels/amount_*.cl.

namespace histo_cl::inline HISTO_CL_ABI::detail {

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

/// Where a counter of a histogram with wide sums is in what can be merged: counts of 64 bits, then the wide
/// sums. That of all counters is its size.
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

} // namespace histo_cl::inline HISTO_CL_ABI::detail
