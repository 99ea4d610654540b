#pragma once

#include "mpi/ranks.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace histo_cl::detail {

/// Maximum number of words per reduction. It is limited because MPI's counts are ints, and because a
/// reduction may copy its data, which is at most 128 MiB with this limit.
inline constexpr std::size_t max_words_at_once = std::size_t{1} << 24U;

/// Words that one reduction merges.
struct WordsToReduce {
    std::span<std::uint64_t> words;
    MPI_Op op;
};

/// The reductions that merge the words of partials of the problem: addition modulo 2^64, and the maximum for
/// words that stand for minima or maxima.
[[nodiscard]] std::array<WordsToReduce, 2> merging_of(const Problem& problem, std::span<std::uint64_t> words);

/// Reduces the words of all ranks, word by word. The result replaces the words of the root, or the words of
/// all ranks if there is no root. All ranks must have the same number of words. `at_once`: the maximum number
/// of words per reduction. Collective.
void reduce_words(const Ranks& ranks, MPI_Op op, std::span<std::uint64_t> words, std::optional<int> root,
                  std::size_t at_once = max_words_at_once);

/// Like reduce_words(), without waiting. The words must not be moved or used until all returned requests have
/// completed.
[[nodiscard]] std::vector<MPI_Request> begin_reduction(const Ranks& ranks, MPI_Op op,
                                                       std::span<std::uint64_t> words,
                                                       std::optional<int> root,
                                                       std::size_t at_once = max_words_at_once);

/// The arguments that must be equal on all ranks to merge partials: the fingerprint of the problem, and the
/// root, which is empty if all ranks get the result. Throws Error(invalid_argument) for a root that is not a
/// rank.
[[nodiscard]] CommonArguments given_to_merge(const Ranks& ranks, const Problem& problem,
                                             const std::string& fingerprint, std::optional<int> root);

/// The state of a merge on one rank until the words are reduced.
struct Merging {
    Problem problem;
    bool has_whole;                   ///< whether this rank gets the merged partial
    std::uint64_t elements;           ///< total number of elements of all ranks
    std::vector<std::uint64_t> words; ///< this rank's words; after reduction, the merged words if has_whole
};

/// Begins a merge of partials that the ranks have agreed on. Throws Error(invalid_argument) on all ranks if
/// they have more elements than the weight bound allows. Collective.
[[nodiscard]] Merging merge_of(const Ranks& ranks, const Partial& local, std::optional<int> root);

/// The merged partial, after the words are reduced; empty on ranks that do not get it.
[[nodiscard]] std::optional<Partial> whole_of(const Merging& merge);

/// Merges partials that the ranks have agreed on. Collective.
[[nodiscard]] std::optional<Partial> merge_agreed(const Ranks& ranks, const Partial& local,
                                                  std::optional<int> root);

} // namespace histo_cl::detail
