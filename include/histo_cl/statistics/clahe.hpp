#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/statistics/counts.hpp"
#include "histo_cl/statistics/level.hpp"
#include "histo_cl/statistics/plural.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string>
#include <vector>

namespace histo_cl::detail {

/// Clips the bins at `limit` and distributes the excess over all bins. Each bin gets an equal part; the
/// remainder goes to evenly spaced bins from bin 0 on, one each. Bins may exceed the limit afterwards.
inline void clip_and_redistribute(std::span<std::uint64_t> counts, std::uint64_t limit) {
    std::uint64_t clipped = 0;
    for (auto& count : counts) {
        clipped += count - std::min(count, limit);
        count = std::min(count, limit);
    }
    const auto part = clipped / counts.size();
    auto rest = static_cast<std::size_t>(clipped % counts.size());
    for (auto& count : counts)
        count += part;
    const auto step = rest == 0 ? counts.size() : std::max<std::size_t>(counts.size() / rest, 1);
    for (std::size_t bin = 0; bin < counts.size() && rest > 0; bin += step, --rest)
        ++counts[bin];
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

/// The maps of contrast-limited adaptive histogram equalization (CLAHE; Zuiderveld 1994). Returns levels 0 to
/// bins − 1, [tile][bin], from counts [tile][bin] such as those of Batch::tiles. The maps equal those of
/// OpenCV's createCLAHE for the same tiles. OpenCV first extends the image by reflection until all tiles have
/// the same size, and then interpolates each pixel between the maps of the four tiles with the nearest
/// centres, like MapPlan.
///
/// With n the tile's total, counts are clipped at max(floor(clip_limit · n / bins), 1), and the excess is
/// distributed over all bins. With C(i) the sum of these counts of bins 0 to i, map[i] is then C(i) · ((bins
/// − 1) / n), computed in float and rounded to nearest, ties to even. A `clip_limit` of 0 clips nothing. A
/// tile without samples maps each bin to itself.
///
/// Throws Error(invalid_argument) for 0 bins, a number of counts that is not a multiple of `bins`, a clip
/// limit that is negative or not finite, and a tile whose total is beyond 64 bits.
template <CountRange Range>
requires std::unsigned_integral<std::ranges::range_value_t<Range>>
[[nodiscard]] std::vector<std::uint32_t> clahe_maps(const Range& counts, std::size_t bins,
                                                    double clip_limit) {
    if (bins == 0 || std::ranges::size(counts) % bins != 0)
        throw Error(Status::invalid_argument, detail::plural(std::ranges::size(counts), "count") +
                                                  " cannot be divided into tiles of " +
                                                  detail::plural(bins, "bin") + ", at least 1");
    if (!(clip_limit >= 0 && std::isfinite(clip_limit)))
        throw Error(Status::invalid_argument,
                    "clip limit " + std::to_string(clip_limit) + ": it must be finite and not negative");
    std::vector<std::uint32_t> maps;
    maps.reserve(std::ranges::size(counts));
    for (std::size_t first = 0; first < std::ranges::size(counts); first += bins) {
        const auto given = std::span(counts).subspan(first, bins);
        std::vector<std::uint64_t> tile(given.begin(), given.end());
        detail::check_counts(tile);
        const auto all = total(tile);
        const auto limit = clip_limit * static_cast<double>(all) / static_cast<double>(bins);
        if (clip_limit > 0 && limit < static_cast<double>(all))
            detail::clip_and_redistribute(tile,
                                          std::max<std::uint64_t>(static_cast<std::uint64_t>(limit), 1));
        const auto last = static_cast<float>(bins - 1);
        std::uint64_t sum = 0;
        for (std::size_t bin = 0; bin < bins; ++bin) {
            sum += tile[bin];
            maps.push_back(all == 0 ? static_cast<std::uint32_t>(bin) : detail::scaled_level(sum, all, last));
        }
    }
    return maps;
}

} // namespace histo_cl::inline HISTO_CL_ABI
