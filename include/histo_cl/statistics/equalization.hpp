#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/statistics/counts.hpp"
#include "histo_cl/statistics/level.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// The map that equalizes a histogram: samples of bin i get level map[i], so that the levels 0 to levels − 1
/// are used about evenly. With C(i) the sum of the counts of bins 0 to i, and c the count of the first bin
/// that is not empty,
///
///     map[i] = round((C(i) − c) · (levels − 1) / (total − c)),   0 before that bin,
///
/// rounded to nearest, ties to even. With up to 2^16 levels the map is computed in float, as (C(i) − c) ·
/// ((levels − 1) / (total − c)), like OpenCV's equalizeHist; with more levels in double. If fewer than two
/// bins have samples, the map spreads the bins evenly: map[i] = floor(i · (levels − 1) / (bins − 1) + 1/2),
/// which is the identity if there are as many levels as bins. Throws Error(invalid_argument) for 0 levels,
/// and for counts that are negative or not finite.
template <CountRange Range>
[[nodiscard]] std::vector<std::uint32_t> equalization_map(const Range& counts, std::uint32_t levels = 256) {
    if (levels == 0) throw Error(Status::invalid_argument, "0 levels: at least 1 is needed");
    detail::check_counts(counts);
    const auto sums = cumulative_sum(counts);
    const auto first = std::ranges::find_if(sums, [](Total<Range> count) { return count > 0; });
    const bool several = first != sums.end() && *first < sums.back();
    const auto last = levels - 1.0;
    const auto even_level = [&](std::size_t bin) {
        const auto steps = static_cast<double>(std::max<std::size_t>(sums.size() - 1, 1));
        return std::min(std::floor(static_cast<double>(bin) * last / steps + 0.5), last);
    };
    const auto level = [&](Total<Range> part, Total<Range> whole) {
        if (levels <= 1U << 16U) return detail::scaled_level(part, whole, static_cast<float>(last));
        return detail::scaled_level(part, whole, last);
    };
    std::vector<std::uint32_t> map;
    map.reserve(sums.size());
    for (std::size_t bin = 0; bin < sums.size(); ++bin) {
        if (!several)
            map.push_back(static_cast<std::uint32_t>(even_level(bin)));
        else
            map.push_back(sums[bin] == 0 ? 0 : level(sums[bin] - *first, sums.back() - *first));
    }
    return map;
}

} // namespace histo_cl::inline HISTO_CL_ABI
