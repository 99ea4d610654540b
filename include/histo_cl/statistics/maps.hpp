#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/statistics/counts.hpp"
#include "histo_cl/statistics/wide_integer.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string>
#include <vector>

namespace histo_cl::detail::inline HISTO_CL_ABI {

/// Scales the share part / whole (0 to 1) to a level (0 to `last`): part · (last / whole), rounded to
/// nearest, ties to even. It is computed in the type of `last` and in this order; with float, this is how
/// OpenCV computes it. If last / whole is 0 or infinite in that type, (part / whole) · last is computed in
/// double instead. `whole` must be above 0.
template <class Count, class Real>
std::uint32_t scaled_level(Count part, Count whole, Real last) noexcept {
    const auto each = last / static_cast<Real>(whole);
    if (each > 0 && std::isfinite(each))
        return static_cast<std::uint32_t>((std::min)(std::nearbyint(static_cast<Real>(part) * each), last));
    const auto share = static_cast<double>(part) / static_cast<double>(whole);
    return static_cast<std::uint32_t>(std::nearbyint(share * static_cast<double>(last)));
}

} // namespace histo_cl::detail::inline HISTO_CL_ABI

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
        return (std::min)(std::floor(static_cast<double>(bin) * last / steps + 0.5), last);
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

/// The map that gives a histogram the shape of a reference (histogram specification): samples of bin i become
/// samples of bin map[i] of the reference. With C(i) the sum of the counts of bins 0 to i, and R(j) the sum
/// of the counts of bins 0 to j of the reference,
///
///     map[i] = the first j with R(j) / total of the reference >= C(i) / total,
///
/// compared as products: exactly if both histograms have integer counts, else in double. The map never
/// decreases. If the two histograms are equal, each bin with samples is mapped to itself.
///
/// Throws Error(invalid_argument) if a total is 0, and for counts that are negative or not finite.
template <CountRange Range, CountRange Reference>
[[nodiscard]] std::vector<std::uint32_t> matching_map(const Range& counts, const Reference& reference) {
    detail::check_counts(counts);
    detail::check_counts(reference);
    const auto sums = cumulative_sum(counts);
    const auto reference_sums = cumulative_sum(reference);
    if (sums.empty() || !(sums.back() > 0) || reference_sums.empty() || !(reference_sums.back() > 0))
        throw Error(Status::invalid_argument, "a total is 0: matching needs samples in both histograms");
    const auto has_less = [&](Total<Reference> part, Total<Range> than) {
        if constexpr (detail::is_whole<Range> && detail::is_whole<Reference>) {
            detail::BasicWideInteger<192> difference;
            difference.add_product(static_cast<std::uint64_t>(than),
                                   static_cast<std::uint64_t>(reference_sums.back()));
            detail::BasicWideInteger<192> other;
            other.add_product(static_cast<std::uint64_t>(part), static_cast<std::uint64_t>(sums.back()));
            return (other -= difference).negative();
        } else {
            // Totals are scaled by powers of two, so that products neither overflow nor underflow.
            const auto all = static_cast<double>(sums.back());
            const auto reference_all = static_cast<double>(reference_sums.back());
            const auto exponent = std::ilogb(all);
            const auto reference_exponent = std::ilogb(reference_all);
            return std::ldexp(static_cast<double>(part), -reference_exponent) * std::ldexp(all, -exponent) <
                   std::ldexp(static_cast<double>(than), -exponent) *
                       std::ldexp(reference_all, -reference_exponent);
        }
    };
    std::vector<std::uint32_t> map;
    map.reserve(sums.size());
    std::size_t level = 0;
    for (const auto sum : sums) {
        while (level + 1 < reference_sums.size() && has_less(reference_sums[level], sum))
            ++level;
        map.push_back(static_cast<std::uint32_t>(level));
    }
    return map;
}

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail::inline HISTO_CL_ABI {

/// Clips the bins at `limit` and distributes the excess over all bins. Each bin gets an equal part; the
/// remainder goes to evenly spaced bins from bin 0 on, one each. Bins may exceed the limit afterwards.
inline void clip_and_redistribute(std::span<std::uint64_t> counts, std::uint64_t limit) {
    std::uint64_t clipped = 0;
    for (auto& count : counts) {
        clipped += count - (std::min)(count, limit);
        count = (std::min)(count, limit);
    }
    const auto part = clipped / counts.size();
    auto rest = static_cast<std::size_t>(clipped % counts.size());
    for (auto& count : counts)
        count += part;
    const auto step = rest == 0 ? counts.size() : std::max<std::size_t>(counts.size() / rest, 1);
    for (std::size_t bin = 0; bin < counts.size() && rest > 0; bin += step, --rest)
        ++counts[bin];
}

} // namespace histo_cl::detail::inline HISTO_CL_ABI

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
