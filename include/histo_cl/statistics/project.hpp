#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/statistics/counts.hpp"
#include "histo_cl/statistics/extents.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <ranges>
#include <string>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// The joint histogram of the given axes, in the order of `axes`, summed over all other axes. If all axes are
/// given in another order, the result is the transposed histogram. Accepts any counts, such as negative ones
/// and sums of squared weights.
///
/// With OutOfRange::counted the counters of samples out of range are part of the extents, and of the sums.
/// Throws Error(invalid_argument) if the number of counts is not the product of the extents, for an axis that
/// does not exist or is given twice, and for no axes.
template <CountRange Range>
[[nodiscard]] std::vector<Total<Range>> project(const Range& counts, const Extents& extents,
                                                const std::vector<std::size_t>& axes) {
    detail::check_extents(std::ranges::size(counts), extents);
    if (axes.empty()) throw Error(Status::invalid_argument, "no axis to project on: at least 1 is needed");
    Extents kept;
    for (const auto axis : axes) {
        detail::check_axis(axis, extents);
        if (std::ranges::count(axes, axis) != 1)
            throw Error(Status::invalid_argument, "axis " + std::to_string(axis) + " is named twice");
        kept.push_back(extents[axis]);
    }
    const auto from = detail::strides_of(extents);
    return detail::sums_by_place(counts, kept, [&](std::size_t index, const Extents& to) {
        std::size_t place = 0;
        for (std::size_t i = 0; i < axes.size(); ++i)
            place += detail::bin_of(index, axes[i], extents, from) * to[i];
        return place;
    });
}

/// The histogram of one axis, summed over all others. Throws like project().
template <CountRange Range>
[[nodiscard]] std::vector<Total<Range>> marginal(const Range& counts, const Extents& extents,
                                                 std::size_t axis) {
    return project(counts, extents, {axis});
}

} // namespace histo_cl::inline HISTO_CL_ABI
