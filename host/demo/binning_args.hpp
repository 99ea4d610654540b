#pragma once

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <optional>
#include <string>
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

/// What the command line says of the bins: `bins` and at most one of the others.
struct BinningArgs {
    std::optional<std::uint32_t> bins = {};
    std::optional<Range> range = {};        ///< even bins over [first, second)
    std::optional<std::string> edges = {};  ///< as parse_edges() reads them; without `bins`
    std::optional<Range> log = {};          ///< logarithmic bins over [first, second)
    std::optional<Range> circular = {};     ///< from first on, with the period second
    std::optional<std::string> custom = {}; ///< an expression; needs `bins`
};

/// Left out, the bins are even and their range is the whole of an integer type's; they are 256, or one a
/// value where even or circular bins of integers have fewer. Throws UsageError for floats without a range,
/// and for an expression without bins.
[[nodiscard]] histo_cl::Binning binning_from(histo_cl::SampleType type, const BinningArgs& args);

} // namespace demo
