#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/statistics/counts.hpp"
#include "histo_cl/statistics/extents.hpp"
#include "histo_cl/statistics/plural.hpp"

#include <cstddef>
#include <ranges>
#include <string>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// The joint histogram of all axes except `axis`, of the samples in one bin of `axis`. Accepts any counts.
///
/// Throws Error(invalid_argument) if the number of counts is not the product of the extents, and for an axis
/// or a bin that does not exist.
template <CountRange Range>
[[nodiscard]] std::vector<std::ranges::range_value_t<Range>>
slice(const Range& counts, const Extents& extents, std::size_t axis, std::size_t bin) {
    detail::check_extents(std::ranges::size(counts), extents);
    detail::check_axis(axis, extents);
    if (bin >= extents[axis])
        throw Error(Status::invalid_argument, "bin " + std::to_string(bin) + " of axis " +
                                                  std::to_string(axis) + ", which has " +
                                                  detail::plural(extents[axis], "bin"));
    const auto strides = detail::strides_of(extents);
    std::vector<std::ranges::range_value_t<Range>> kept;
    kept.reserve(std::ranges::size(counts) / extents[axis]);
    for (std::size_t index = 0; index < std::ranges::size(counts); ++index)
        if (detail::bin_of(index, axis, extents, strides) == bin)
            kept.push_back(std::ranges::data(counts)[index]);
    return kept;
}

} // namespace histo_cl::inline HISTO_CL_ABI
