#pragma once

#include "histo_cl/problem.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

// Elements that are spread over several bins; docs/splitting.md has the definitions.

namespace histo_cl::detail {

[[nodiscard]] constexpr bool splits(const Problem& problem) noexcept {
    return problem.splitting != Splitting::none;
}

/// Number of axes that have bins: all but those of half widths, which are last.
[[nodiscard]] inline std::size_t counted_axes(const Problem& problem) noexcept {
    const auto half_widths = std::ranges::count_if(
        problem.axes, [](const Binning& axis) { return kind_of(axis) == BinningKind::half_widths; });
    return problem.axes.size() - static_cast<std::size_t>(half_widths);
}

/// The number of bits of the shares of an axis: a share is a multiple of 2^-share_bits. A product of the
/// shares of all axes has at most 63 bits.
[[nodiscard]] inline std::uint32_t share_bits(const Problem& problem) noexcept {
    return problem.joint && counted_axes(problem) == 3 ? 21 : 24;
}

/// How samples of an axis become positions in its bins.
struct BinScale {
    int unit = 0;                 ///< samples are rounded down to multiples of 2^unit
    std::int64_t lower = 0;       ///< the lower bound in these units
    std::uint64_t multiplier = 0; ///< multiplier / 2^shift is the number of 2^-32ths of a bin in a unit
    std::uint32_t shift = 0;
};

[[nodiscard]] BinScale bin_scale(const EvenBins& bins) noexcept;

/// Throws Error(invalid_argument) for splitting with what Problem::splitting excludes.
void check_splitting(const Problem& problem);

} // namespace histo_cl::detail
