#pragma once

#include "histo_cl/auto_bins.hpp"
#include "histo_cl/default_problem.hpp"
#include "histo_cl/sample.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The samples that are finite, and within the range if one is given, sorted: floats by their values,
/// integers by how far they are above the least.
[[nodiscard]] std::vector<double> sorted_values(SampleType type, std::span<const std::byte> samples,
                                                const std::optional<SampleExtremes>& range = {});

/// Of sorted values.
[[nodiscard]] SampleSummary summary_of(std::span<const double> values);

/// How many bins of sorted values Stone's rule makes: of 1 to max(100, √n) bins those with the least estimate
/// of the squared error of their density (Stone 1984, Rudemo 1982),
///
///     (2 − (n + 1) · sum of (count / n)²) / width.
[[nodiscard]] std::uint32_t stone_bins(std::span<const double> values);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
