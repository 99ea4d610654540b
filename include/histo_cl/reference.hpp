#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/export.h"
#include "histo_cl/layout.hpp"
#include "histo_cl/problem.hpp"
#include "histo_cl/sample.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

namespace untyped {
/// The bits of what reference_histogram<T>() returns, where `sum` is counter_type_of<T>().
[[nodiscard]] HISTO_CL_API std::vector<std::uint64_t>
reference_histogram(CounterType sum, const Problem& problem, const HostData& data);
} // namespace untyped

/// The serial golden reference: counts on the calling thread in exact arithmetic, directly by the definition
/// of a bin. It shares no code with the kernels or their thresholds.
///
/// Returns [histogram][counter], in the types T of histogram(). Throws like Problem::validate() and
/// footprint(), and Error(invalid_argument) for another T and for spans that are shorter than the shape.
template <Sum T = std::uint64_t>
[[nodiscard]] std::vector<T> reference_histogram(const Problem& problem, const HostData& data) {
    return detail::sums_from<T>(untyped::reference_histogram(counter_type_of<T>(), problem, data));
}

/// The same for flat samples of a problem without mask, weights and indices. `samples` holds whole elements
/// of the problem.
[[nodiscard]] inline std::vector<std::uint64_t> reference_histogram(const Problem& problem,
                                                                    std::span<const std::byte> samples) {
    return reference_histogram(problem, HostData{.samples = samples});
}

/// The same for typed samples. S should be the C++ type of problem.sample; it is not checked.
template <Sample S>
[[nodiscard]] std::vector<std::uint64_t> reference_histogram(const Problem& problem,
                                                             std::span<const S> samples) {
    return reference_histogram(problem, std::as_bytes(samples));
}

} // namespace histo_cl::inline HISTO_CL_ABI
