#pragma once

#include "core/float_format.hpp"
#include "histo_cl/problem.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

// Elements that are spread over several bins; docs/notes/splitting.md has the definitions.

namespace histo_cl::detail {

[[nodiscard]] constexpr bool splits(const Problem& problem) noexcept {
    return problem.splitting != Splitting::none;
}

inline constexpr std::size_t max_split_axes = 3;

/// Number of axes that have bins: all axes except the axes of half widths, which are last.
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

/// The number of bits of the share of a cell, which is the product of the shares of all joint axes.
[[nodiscard]] inline int share_bits_of_element(const Problem& problem) noexcept {
    return static_cast<int>(share_bits(problem) * (problem.joint ? counted_axes(problem) : 1));
}

/// Sums of fractions of elements are in units of 2^unit_of_fractions. Problems that split elements have these
/// sums instead of counts. They are exact, except in joint histograms of three axes, where they are rounded.
inline constexpr int unit_of_fractions = -49;
/// Maximum number of elements for which the sums of fractions are below 2^94 units.
inline constexpr std::uint64_t max_elements_of_fractions = (std::uint64_t{1} << 44U) - 1;

/// Maximum number of cells to which a single element is added.
[[nodiscard]] inline std::uint64_t max_cells_per_element(const Problem& problem) noexcept {
    if (!splits(problem)) return problem.joint ? 1 : problem.axes.size();
    const auto axes = counted_axes(problem);
    std::uint64_t cells = problem.joint ? 1 : 0;
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const auto own = problem.splitting == Splitting::linear ? 2 : bin_count(problem.axes[axis]) + 2;
        cells = problem.joint ? cells * own : cells + own;
    }
    return cells;
}

/// The constants that convert samples of an axis to positions in its bins.
struct BinScale {
    int unit = 0;                 ///< samples are rounded down to multiples of 2^unit
    std::int64_t lower = 0;       ///< the lower bound in these units
    std::uint64_t multiplier = 0; ///< a unit is multiplier / 2^shift steps of 2^-32 of a bin
    std::uint32_t shift = 0;
};

[[nodiscard]] BinScale bin_scale(const EvenBins& bins) noexcept;

/// A sample or a half width: ±whole · 2^exponent.
struct ExactSample {
    std::uint64_t whole = 0;
    int exponent = 0;
    bool negative = false;
    bool nan = false;
    bool infinite = false; ///< if true, whole · 2^exponent exceeds all finite samples
};

/// The value of a sample, given by its bits.
[[nodiscard]] ExactSample exact_sample(SampleType type, std::uint64_t bits) noexcept;

/// The value of a float of this format, given by its bits.
[[nodiscard]] ExactSample exact_float(const FloatFormat& format, std::uint64_t bits) noexcept;

/// Spreads the elements of a problem over the cells of one axis, as kernels/bin/split.cl does on devices.
class SplitAxis {
  public:
    SplitAxis(const Problem& problem, std::size_t axis) noexcept;

    /// The interval of an element, and the first and the last cell that it may overlap. Cells are numbered
    /// from -1, the cell below the bins. After the bins come the cell above them and the cell for NaN.
    struct Interval {
        std::int64_t begin;   ///< in steps of 2^-32 of a bin
        std::uint64_t length; ///< at least 1
        std::int64_t first;
        std::int64_t last;
    };

    /// `half_width`: ignored by linear splitting.
    [[nodiscard]] Interval interval(const ExactSample& sample, const ExactSample& half_width) const noexcept;
    /// Whether any cell of the interval is counted.
    [[nodiscard]] bool overlaps_cells(const Interval& interval) const noexcept;

    /// Calls visit(cell, share) for each counted cell that has a share of the interval. `cell` is the number
    /// of the cell on the axis. `share` is in units of 2^-share_bits.
    template <class Visit>
    void for_each_share(const Interval& interval, const Visit& visit) const {
        std::uint64_t before = 0;
        for (auto cell = interval.first; cell <= interval.last; ++cell) {
            const auto end = cell < interval.last ? share_below(interval, cell + 1)
                                                  : std::uint64_t{1} << share_bits_; // the rest
            if (const auto own = number_of(cell); own && end != before) visit(*own, end - before);
            before = end;
        }
    }

  private:
    [[nodiscard]] std::uint64_t share_below(const Interval& interval, std::int64_t cell) const noexcept;
    [[nodiscard]] std::optional<std::uint64_t> number_of(std::int64_t cell) const noexcept;

    BinScale scale_;
    std::int64_t bins_;
    std::uint32_t share_bits_;
    bool linear_;
    OutOfRange out_of_range_;
};

/// Throws Error(invalid_argument) if the problem splits elements and has an option that excludes this; see
/// Problem::splitting.
void check_splitting(const Problem& problem);

} // namespace histo_cl::detail
