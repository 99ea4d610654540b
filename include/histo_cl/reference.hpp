#pragma once

#include "histo_cl/export.hpp"
#include "histo_cl/layout.hpp"
#include "histo_cl/problem.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace histo_cl {

/// The serial golden reference: counts on the calling thread by exact arithmetic straight from the bin rule,
/// and shares nothing with the kernels or their thresholds. Returns [histogram][counter]; sums of i64 and
/// f64 come as the bits of each (as_sums reads them). Throws like Problem::validate() and footprint(),
/// Error(invalid_argument) for spans too short, Error(unsupported) for custom bins, which only a device can
/// evaluate.
[[nodiscard]] HISTO_CL_API std::vector<std::uint64_t> reference_histogram(const Problem& problem,
                                                                          const HostData& data);

/// Of flat samples without mask and weights. `samples` holds whole elements.
[[nodiscard]] HISTO_CL_API std::vector<std::uint64_t> reference_histogram(const Problem& problem,
                                                                          std::span<const std::byte> samples);

/// The same for typed samples; T must be the problem's sample type.
template <Sample T>
[[nodiscard]] std::vector<std::uint64_t> reference_histogram(const Problem& problem,
                                                             std::span<const T> samples) {
    return reference_histogram(problem, std::as_bytes(samples));
}

/// Counts of 64 bits as what they are: T is std::int64_t or double.
template <class T>
requires(sizeof(T) == 8) [[nodiscard]] std::vector<T> as_sums(std::span<const std::uint64_t> counts) {
    std::vector<T> sums;
    sums.reserve(counts.size());
    for (const auto count : counts)
        sums.push_back(std::bit_cast<T>(count));
    return sums;
}

} // namespace histo_cl
