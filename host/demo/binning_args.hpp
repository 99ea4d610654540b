#pragma once

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace demo {

/// A number as typed: a 64-bit integer exactly (also 0x…), anything else as the nearest double ("0.5", "1e9",
/// "inf"). Throws UsageError for what is no number, NaN included.
[[nodiscard]] histo_cl::Number parse_number(std::string_view text);

/// "0,10,20.5": edges between commas.
[[nodiscard]] histo_cl::EdgeBins parse_edges(std::string_view text);

using Range = std::pair<histo_cl::Number, histo_cl::Number>;

/// All values of an integer type: [lowest, highest + 1). Nothing for floats.
[[nodiscard]] std::optional<Range> whole_range(histo_cl::SampleType type);

/// Even bins from --bins and --range, either or both left out: the range is then the whole of an integer
/// type's, and the bins are 256, or one a value if an integer range has fewer. Throws UsageError for floats
/// without a range.
[[nodiscard]] histo_cl::EvenBins even_bins_from(histo_cl::SampleType type, std::optional<std::uint32_t> bins,
                                                std::optional<Range> range);

} // namespace demo
