#pragma once

#include "histo_cl/export.hpp"
#include "histo_cl/problem.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace histo_cl {

/// The serial golden reference: counts on the calling thread by exact arithmetic straight from the bin rule,
/// and shares nothing with the kernels or their thresholds. `samples` holds whole samples of problem.sample,
/// at any alignment. Throws like Problem::validate(), and Error(invalid_argument) for a ragged size.
[[nodiscard]] HISTO_CL_API std::vector<std::uint64_t> reference_histogram(const Problem& problem,
                                                                          std::span<const std::byte> samples);

/// The same for typed samples; T must be the problem's sample type.
template <Sample T>
[[nodiscard]] std::vector<std::uint64_t> reference_histogram(const Problem& problem,
                                                             std::span<const T> samples) {
    return reference_histogram(problem, std::as_bytes(samples));
}

} // namespace histo_cl
