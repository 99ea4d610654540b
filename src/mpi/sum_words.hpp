#pragma once

#include "mpi/ranks.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// MPI counts by int, and a reduction may take as much memory again as it is given: 128 MiB.
inline constexpr std::size_t most_words_at_once = std::size_t{1} << 24U;

/// Puts the sums over all ranks, word by word modulo 2^64, in the place of the root's words, or without a
/// root of all ranks'. All ranks have as many. Collective.
void sum_words(const Ranks& ranks, std::span<std::uint64_t> words, std::optional<int> root,
               std::size_t at_once = most_words_at_once);

/// The same without waiting: the words stay where they are until the requests have completed.
[[nodiscard]] std::vector<MPI_Request> begin_sum_of_words(const Ranks& ranks, std::span<std::uint64_t> words,
                                                          std::optional<int> root,
                                                          std::size_t at_once = most_words_at_once);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
