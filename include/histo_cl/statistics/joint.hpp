#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/statistics/counts.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <ranges>
#include <span>
#include <string>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// Number of counters of each axis of a joint histogram, see Problem::extent(). Counts are in row-major
/// order: the last axis varies fastest.
using Extents = std::vector<std::size_t>;

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail::inline HISTO_CL_ABI {

inline std::string to_string(const Extents& extents) {
    std::string text;
    for (const auto extent : extents)
        text += (text.empty() ? "" : " x ") + std::to_string(extent);
    return text;
}

/// Throws Error(invalid_argument) unless there is at least one axis, no extent is 0, and the number of counts
/// is the product of the extents.
inline void check_extents(std::size_t counts, const Extents& extents) {
    if (extents.empty()) throw Error(Status::invalid_argument, "0 axes: at least 1 is needed");
    std::size_t product = 1;
    bool beyond = false;
    for (const auto extent : extents) {
        if (extent == 0)
            throw Error(Status::invalid_argument,
                        "axes of " + to_string(extents) + ": each needs at least 1 bin");
        beyond = beyond || product > (std::numeric_limits<std::size_t>::max)() / extent;
        product *= extent;
    }
    if (beyond || product != counts)
        throw Error(Status::invalid_argument, plural(counts, "count") + " for axes of " + to_string(extents) +
                                                  ": there must be as many as their product");
}

/// Throws Error(invalid_argument) for an axis that does not exist.
inline void check_axis(std::size_t axis, const Extents& extents) {
    if (axis >= extents.size())
        throw Error(Status::invalid_argument, "axis " + std::to_string(axis) + ": there are 0 to " +
                                                  std::to_string(extents.size() - 1));
}

/// For each axis, the distance between the counts of neighbouring bins.
inline Extents strides_of(const Extents& extents) {
    Extents strides(extents.size(), 1);
    for (auto axis = extents.size(); axis-- > 1;)
        strides[axis - 1] = strides[axis] * extents[axis];
    return strides;
}

/// The bin of one axis that the count at `index` belongs to.
inline std::size_t bin_of(std::size_t index, std::size_t axis, const Extents& extents,
                          const Extents& strides) {
    return index / strides[axis] % extents[axis];
}

/// A histogram with the extents `to`. The count at each `index` is added to the counter at place(index,
/// strides of `to`).
template <CountRange Range, class Place>
std::vector<Total<Range>> sums_by_place(const Range& counts, const Extents& to, const Place& place) {
    const auto strides = strides_of(to);
    std::vector<Total<Range>> sums(strides.front() * to.front());
    for (std::size_t index = 0; index < std::ranges::size(counts); ++index) {
        auto& sum = sums[place(index, strides)];
        sum = Plus()(sum, static_cast<Total<Range>>(std::ranges::data(counts)[index]));
    }
    return sums;
}

} // namespace histo_cl::detail::inline HISTO_CL_ABI

namespace histo_cl::inline HISTO_CL_ABI {

/// The joint histogram of the given axes, in the order of `axes`, summed over all other axes. If all axes are
/// given in another order, the result is the transposed histogram. Accepts any counts, including negative
/// counts and sums of squared weights.
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

/// Merges every factors[axis] neighbouring bins of each axis into one bin. The extents of the result are
/// extents[axis] / factors[axis]. Accepts any counts, including negative counts and sums of squared weights.
///
/// Throws Error(invalid_argument) if the number of counts is not the product of the extents, and unless there
/// is a factor for each axis, which divides the extent of that axis.
template <CountRange Range>
[[nodiscard]] std::vector<Total<Range>> rebin(const Range& counts, const Extents& extents,
                                              const std::vector<std::size_t>& factors) {
    detail::check_extents(std::ranges::size(counts), extents);
    if (factors.size() != extents.size())
        throw Error(Status::invalid_argument,
                    detail::plural(factors.size(), "factor") + " for " + std::to_string(extents.size()) +
                        (extents.size() == 1 ? " axis" : " axes") + ": there must be one for each");
    Extents wider;
    for (std::size_t axis = 0; axis < extents.size(); ++axis) {
        if (factors[axis] == 0 || extents[axis] % factors[axis] != 0)
            throw Error(Status::invalid_argument, "factor " + std::to_string(factors[axis]) + " of axis " +
                                                      std::to_string(axis) + " does not divide its " +
                                                      detail::plural(extents[axis], "bin"));
        wider.push_back(extents[axis] / factors[axis]);
    }
    const auto from = detail::strides_of(extents);
    return detail::sums_by_place(counts, wider, [&](std::size_t index, const Extents& to) {
        std::size_t place = 0;
        for (std::size_t axis = 0; axis < extents.size(); ++axis)
            place += detail::bin_of(index, axis, extents, from) / factors[axis] * to[axis];
        return place;
    });
}

/// The counts of one axis in the bins of `new_edges`, a subset of its `edges`. Each new bin has the sum of
/// the counts between its edges. Bins before the first and after the last new edge are left out. Accepts any
/// counts, including negative counts and sums of squared weights.
///
/// Throws Error(invalid_argument) unless the edges increase and there is one more than counts, and unless
/// there are at least two new edges, which increase and are among the edges.
template <CountRange Range>
[[nodiscard]] std::vector<Total<Range>> rebin(const Range& counts, std::span<const double> edges,
                                              std::span<const double> new_edges) {
    detail::check_edges(std::ranges::size(counts), edges);
    if (new_edges.size() < 2)
        throw Error(Status::invalid_argument,
                    detail::plural(new_edges.size(), "new edge") + ": at least 2 are needed");
    detail::check_edges(new_edges.size() - 1, new_edges);
    const auto place_of = [&](double edge) {
        const auto found = std::ranges::lower_bound(edges, edge);
        if (found == edges.end() || *found != edge)
            throw Error(Status::invalid_argument,
                        "new edge " + std::to_string(edge) + " is not one of the edges");
        return static_cast<std::size_t>(found - edges.begin());
    };
    std::vector<Total<Range>> sums;
    sums.reserve(new_edges.size() - 1);
    auto begin = place_of(new_edges.front());
    for (const auto edge : new_edges.subspan(1)) {
        const auto end = place_of(edge);
        sums.push_back(total(std::span(counts).subspan(begin, end - begin)));
        begin = end;
    }
    return sums;
}

} // namespace histo_cl::inline HISTO_CL_ABI
