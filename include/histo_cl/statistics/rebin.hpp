#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/statistics/counts.hpp"
#include "histo_cl/statistics/edges.hpp"
#include "histo_cl/statistics/extents.hpp"
#include "histo_cl/statistics/plural.hpp"

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <span>
#include <string>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// Merges every factors[axis] neighbouring bins of each axis into one bin. The extents of the result are
/// extents[axis] / factors[axis]. Accepts any counts, such as negative ones and sums of squared weights.
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
/// counts, such as negative ones and sums of squared weights.
///
/// Throws Error(invalid_argument) unless the edges increase and are one more than the counts, and unless
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
