#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/statistics/classes.hpp"
#include "histo_cl/statistics/counts.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace histo_cl::inline HISTO_CL_ABI {

/// Otsu's threshold for bins of equal width: the first bin t that maximizes n0 · n1 · (mean1 − mean0)²,
/// which is proportional to the variance between the classes of bins 0 to t and of bins t + 1 and above. The
/// value of a bin is its index. Samples from edge t + 1 on are in the upper class. Sizes of classes are exact
/// for whole counts; means and variances are computed in double. Empty if fewer than two bins have samples.
/// Throws Error(invalid_argument) for counts that are negative or not finite.
template <CountRange Range>
[[nodiscard]] constexpr std::optional<std::size_t>
otsu_threshold(const Range& counts) noexcept(!detail::could_be_bad<Range>) {
    detail::check_counts(counts);
    if constexpr (!detail::is_whole<Range>)
        return detail::min_threshold(counts, [](const auto& lower, const auto& upper) {
            const auto apart = upper.mean() - lower.mean();
            return -(lower.count * upper.count) * (apart * apart);
        });
    const std::span bins(counts);
    const auto all = total(counts);
    double moment = 0;
    for (std::size_t bin = 0; bin < bins.size(); ++bin)
        moment += static_cast<double>(bin) * static_cast<double>(bins[bin]);

    std::optional<std::size_t> threshold;
    double greatest = 0;
    Total<Range> below = 0;
    double moment_below = 0;
    for (std::size_t bin = 0; bin < bins.size(); ++bin) {
        below += bins[bin];
        moment_below += static_cast<double>(bin) * static_cast<double>(bins[bin]);
        if (!(below > 0)) continue;
        if (!(below < all)) break;
        const auto n0 = static_cast<double>(below);
        const auto n1 = static_cast<double>(all - below);
        const auto apart = (moment - moment_below) / n1 - moment_below / n0;
        const auto between = n0 * n1 * apart * apart;
        if (between > greatest) {
            greatest = between;
            threshold = bin;
        }
    }
    return threshold;
}

} // namespace histo_cl::inline HISTO_CL_ABI
