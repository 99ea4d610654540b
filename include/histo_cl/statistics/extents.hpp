#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/statistics/counts.hpp"
#include "histo_cl/statistics/plural.hpp"

#include <cstddef>
#include <limits>
#include <ranges>
#include <string>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// Number of counters of each axis of a joint histogram, see Problem::extent(). Counts are in row-major
/// order: the last axis varies fastest.
using Extents = std::vector<std::size_t>;

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {

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
                        "axes of " + to_string(extents) + ": each has at least 1 bin");
        beyond = beyond || product > std::numeric_limits<std::size_t>::max() / extent;
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

/// A histogram with the extents `to`. The count at each `index` is added to the counter place(index, strides
/// of `to`).
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

} // namespace histo_cl::detail
