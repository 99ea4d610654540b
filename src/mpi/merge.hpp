#pragma once

#include "mpi/agreement.hpp"
#include "mpi/ranks.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// What ranks must have alike to merge partials of that fingerprint at a root, or on all of them. Throws
/// Error(invalid_argument) for a root that is no rank.
[[nodiscard]] Given given_to_merge(const Ranks& ranks, const Problem& problem, const std::string& fingerprint,
                                   std::optional<int> root);

/// What a rank has of a merge until the words are added up.
struct Merging {
    Problem problem;
    bool has_whole;         ///< whether this rank gets it
    std::uint64_t elements; ///< of all ranks
    std::vector<std::uint64_t> words;
};

/// Of partials that the ranks have agreed on. Throws Error(invalid_argument), on all ranks, for more elements
/// than the weights' bound. Collective.
[[nodiscard]] Merging merge_of(const Ranks& ranks, const Partial& local, std::optional<int> root);

/// The whole, on the ranks that get it, once the words are added up.
[[nodiscard]] std::optional<Partial> whole_of(const Merging& merge);

/// Of partials that the ranks have agreed on. Collective.
[[nodiscard]] std::optional<Partial> merge_agreed(const Ranks& ranks, const Partial& local,
                                                  std::optional<int> root);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
