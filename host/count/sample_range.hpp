#pragma once

#include "count/selection.hpp"
#include "files/sample_reader.hpp"

#include <histo_cl/default_problem.hpp>

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace count {

/// The extremes of each axis's finite samples; empty for an axis without one.
using Extremes = std::vector<std::optional<histo_cl::SampleExtremes>>;

/// The extremes of elements side by side.
[[nodiscard]] Extremes extremes_of(histo_cl::SampleType type, const Selection& selection,
                                   std::span<const std::byte> elements);

/// Widens `all` so that it holds the other, too.
void widen(Extremes& all, const Extremes& other);

/// The extremes of all that the reader reads, by several threads.
[[nodiscard]] Extremes find_extremes(files::SampleReader& reader, histo_cl::SampleType type,
                                     const Selection& selection, const std::stop_source& stop);

/// Even bins from the least to the greatest sample, as histo_cl::default_problem() makes them of types of 32
/// bits; by default one per value for integers of fewer than 256 values. The last edge is to be inclusive.
[[nodiscard]] histo_cl::Binning bins_between(histo_cl::SampleType type,
                                             const std::optional<histo_cl::SampleExtremes>& extremes,
                                             std::optional<std::uint32_t> bins);

/// One for each axis. Those of channels are the same for all, over the samples of all; those of a joint
/// histogram are their own.
[[nodiscard]] std::vector<histo_cl::Binning> bins_between(histo_cl::SampleType type, Extremes extremes,
                                                          const Selection& selection,
                                                          std::optional<std::uint32_t> bins);

} // namespace count
