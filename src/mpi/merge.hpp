#pragma once

#include "mpi/ranks.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace histo_cl::detail {

/// MPI counts by int, and a reduction may take as much memory again as it is given: 128 MiB.
inline constexpr std::size_t max_words_at_once = std::size_t{1} << 24U;

/// Puts the sums over all ranks, word by word modulo 2^64, in the place of the root's words, or without a
/// root of all ranks'. All ranks have as many. Collective.
void sum_words(const Ranks& ranks, std::span<std::uint64_t> words, std::optional<int> root,
               std::size_t at_once = max_words_at_once);

/// Like sum_words(), without waiting: the words stay where they are until the requests have completed.
[[nodiscard]] std::vector<MPI_Request> begin_sum_of_words(const Ranks& ranks, std::span<std::uint64_t> words,
                                                          std::optional<int> root,
                                                          std::size_t at_once = max_words_at_once);

/// The arguments that ranks must share to merge partials of that fingerprint at a root, or on all ranks.
/// Throws Error(invalid_argument) for a root that is not a rank.
[[nodiscard]] Given given_to_merge(const Ranks& ranks, const Problem& problem, const std::string& fingerprint,
                                   std::optional<int> root);

/// The state of a merge on one rank until the words are added up.
struct Merging {
    Problem problem;
    bool has_whole;         ///< whether this rank gets it
    std::uint64_t elements; ///< of all ranks
    std::vector<std::uint64_t> words;
};

/// Begins a merge of partials that the ranks have agreed on. Throws Error(invalid_argument), on all ranks,
/// for more elements than the weights' bound. Collective.
[[nodiscard]] Merging merge_of(const Ranks& ranks, const Partial& local, std::optional<int> root);

/// The whole, on the ranks that get it, once the words are added up.
[[nodiscard]] std::optional<Partial> whole_of(const Merging& merge);

/// Merges partials that the ranks have agreed on. Collective.
[[nodiscard]] std::optional<Partial> merge_agreed(const Ranks& ranks, const Partial& local,
                                                  std::optional<int> root);

} // namespace histo_cl::detail
