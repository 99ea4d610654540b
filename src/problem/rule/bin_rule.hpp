#pragma once

#include "core/integers.hpp"
#include "core/large_vector.hpp"
#include "histo_cl/binning.hpp"
#include "histo_cl/problem.hpp"
#include "histo_cl/sample.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace histo_cl::detail {

/// Represents f64 samples as whole multiples of a unit, for devices without doubles; see
/// kernels/bin/fixed_point.cl. The numbers are rounded towards 0. A greater sample never has a smaller
/// number.
struct FixedPoint {
    std::uint32_t bits = 0; ///< bits of a number, including the sign: 32 or 64; 0 if fixed point is not used
    std::uint32_t top = 0;  ///< the exponent field of a sample of 2^(bits − 1) units
    std::int64_t first = 0; ///< the number from which distances are measured

    /// The number of a sample, given by its bits. Samples of too large a magnitude get the greatest or the
    /// least number.
    [[nodiscard]] std::int64_t number(std::uint64_t sample) const noexcept {
        const auto leading = std::uint64_t{1} << (bits - 1);
        const auto mantissa = leading | ((bits == 64 ? sample << 11U : sample >> 21U) & (leading - 1));
        const auto exponent = static_cast<std::uint32_t>(sample >> 52U) & 2047U;
        const auto right = top - exponent;
        const auto magnitude = static_cast<std::int64_t>(exponent >= top ? leading - 1
                                                         : right < bits  ? mantissa >> right
                                                                         : 0);
        return sample >> 63U != 0 ? -magnitude : magnitude;
    }
    /// The distance of a sample from the first number, which must not be above the sample's number.
    [[nodiscard]] std::uint64_t distance(std::uint64_t sample) const noexcept {
        return static_cast<std::uint64_t>(number(sample)) - static_cast<std::uint64_t>(first);
    }
    /// The key of the first sample whose number is at least `min_number`, which must be within ±2^31.
    [[nodiscard]] std::uint64_t first_key(std::int64_t min_number) const noexcept {
        // If from_0 is negative, the samples above it are rounded to `min_number` or more.
        const auto from_0 = min_number > 0 ? min_number : min_number - 1;
        const auto magnitude = static_cast<std::uint64_t>(from_0 > 0 ? from_0 : -from_0);
        const auto leading = static_cast<std::uint32_t>(std::bit_width(magnitude)) - 1;
        const auto sample =
            (std::uint64_t{top - (bits - 1) + leading - 1} << 52U) + (magnitude << (52U - leading));
        return min_number > 0 ? sample | sign : sign - sample; // for a negative sample, the next key
    }

    static constexpr std::uint64_t sign = std::uint64_t{1} << 63U;
    /// The bits of the sample with that key; see BinRule for keys.
    [[nodiscard]] static constexpr std::uint64_t sample(std::uint64_t key) noexcept {
        return (key & sign) != 0 ? key ^ sign : ~key;
    }
};

/// The cell of a sample in a grid of the kind BinRule::Grid::fixed.
[[nodiscard]] inline std::uint32_t fixed_cell(const FixedPoint& fixed, std::uint64_t sample,
                                              std::uint32_t scale, std::uint32_t last) noexcept {
    if (fixed.number(sample) <= fixed.first) return 0;
    return std::min(static_cast<std::uint32_t>((fixed.distance(sample) * scale) >> 32U), last);
}

/// Returns the finest fixed point with the given number of bits whose range includes the samples of both
/// keys. Distances are measured from the sample of first_key. Empty if a sample is infinite or NaN, or if
/// both are so small that the unit could be denormal.
[[nodiscard]] inline std::optional<FixedPoint> fixed_point(std::uint64_t first_key, std::uint64_t last_key,
                                                           std::uint32_t bits) noexcept {
    const auto exponent = [](std::uint64_t key) {
        return static_cast<std::uint32_t>(FixedPoint::sample(key) >> 52U) & 2047U;
    };
    const auto max_exponent = std::max(exponent(first_key), exponent(last_key));
    if (max_exponent == 2047U || max_exponent < 64U) return std::nullopt;
    FixedPoint fixed{.bits = bits, .top = max_exponent + 1, .first = 0};
    fixed.first = fixed.number(FixedPoint::sample(first_key));
    return fixed;
}

/// The bin rule of one axis, computed for kernels/bin/bin_*.cl.
///
/// A device never compares samples with edges as real numbers. Each sample has a *key*, an unsigned integer
/// with the same order as the samples: for an integer the distance from the minimum of its type, for a float
/// its rank in the order of its type (−0 < +0, NaNs are beyond the infinities, and denormals are distinct
/// even if the device flushes them). Its *offset* is key − first_key in wrapping arithmetic. The sample is in
/// range exactly when offset <= last_offset; otherwise it is below the bins if key < first_key, else above.
/// Each edge has a *threshold*: the offset of the first sample at or above it. The bin of a sample is then
/// the greatest i with thresholds[i] <= offset, exactly, for every type. The modes below are faster ways to
/// find the same i.
struct BinRule {
    enum class Mode : std::uint8_t {
        none,  ///< no sample of this type is in range
        shift, ///< offset >> shift, exact
        /// For integers, and for doubles by their bits: multiplication in fixed point. The result is exact or
        /// one bin too low. Where it may be too low, a threshold decides.
        multiply,
        /// For floats: multiplication and rounding. The result is exact except near an edge, where a
        /// threshold decides.
        scale,
        search, ///< binary search among the thresholds, or among those that a grid selects
        custom, ///< the bin is the value of an expression
    };

    Mode mode = Mode::none;
    std::uint64_t first_key = 0;
    std::uint64_t last_offset = 0;
    /// mode none: whether every sample is below the bins. If not, samples are below the bins if their key is
    /// below first_key, and above the bins otherwise.
    bool all_below = false;
    std::uint32_t last_bin = 0; ///< the highest bin that any sample of the type can reach

    /// Floats: a sample is a number if key − first_number, in wrapping arithmetic, is at most last_number.
    /// Other samples are treated as NaN.
    std::uint64_t first_number = 0;
    std::uint64_t last_number = 0;

    /// shift, multiply: the number of low bits to drop.
    std::uint32_t shift = 0;
    /// shift, multiply, scale with an exact line: whether the result may be above last_bin for the last
    /// samples in range. The bin of such samples is last_bin.
    bool capped = false;
    /// multiply: bin = position >> shift. With bits_32 and bits_64 (for offsets below 2^32), the position is
    /// offset · multiplier + addend in that number of bits. With bits_128 it is the upper 64 bits of the
    /// product (offset << raise) · multiplier, plus the addend.
    ///
    /// For f64 samples on a machine without doubles, the distance in fixed point replaces the offset, and the
    /// position is signed.
    enum class Product : std::uint8_t { bits_32, bits_64, bits_128 };
    Product product = Product::bits_64;
    std::uint32_t raise = 0;
    std::uint64_t multiplier = 0;
    std::uint64_t addend = 0;
    /// multiply: 0 if the result is exact. Otherwise the bin may be one too low. If the 32 bits of the
    /// position below the bin's bits are at least near_next, the next threshold decides.
    std::uint32_t near_next = 0;

    /// scale: the position of a sample x is (x − lower) · scale + start. Line `exact`: the bin is the integer
    /// part of the position, and lower is 0. Otherwise the bin is the integer i nearest to the position; this
    /// is certain if the distance from i is less than `clear`, which is below 1/2. Line `fine`: the distance
    /// from i is computed with (scale + scale_low) and (start + start_low).
    enum class Line : std::uint8_t { exact, coarse, fine };
    Line line = Line::coarse;
    double lower = 0;
    double scale = 0;
    double start = 0;
    double scale_low = 0;
    double start_low = 0;
    double clear = 0;
    /// scale: which samples are certainly in range. If `nonnegative` is set, no sample below −0 is in range,
    /// and samples are certainly in range if their bits, as an integer, are min_bits … min_bits + span.
    /// Otherwise, samples are certainly in range if comparisons of floats find them within min_value …
    /// max_value; all devices find the same.
    bool nonnegative = false;
    std::uint64_t min_bits = 0;
    std::uint64_t span = 0;
    double min_value = 0;
    double max_value = 0;

    /// Circular bins: the period, 0 for other bins. Integers: offset = (key + turn) mod period. Floats:
    /// `period` has the bits of the period, the key is the key of fmod(x, period), and the bin is (turn +
    /// result of the search) mod the number of bins, because the thresholds cover the circle twice, over
    /// (−period, period).
    std::uint64_t period = 0;
    std::uint64_t turn = 0;

    /// search: a grid is a table that says where the search begins. Its cells are in the order of the
    /// samples. The cell of a sample, for each kind of grid:
    ///
    /// - offsets: offset >> grid_shift;
    /// - octaves: the position of the offset's leading bit, and the grid_bits bits after it;
    /// - line (floats): (x − lower) · scale, with an error of less than a cell, clamped to 0 … cells − 1;
    /// - fixed: (distance in fixed point · fixed_scale) >> 32, clamped likewise.
    enum class Grid : std::uint8_t { none, offsets, octaves, line, fixed };
    Grid grid = Grid::none;
    std::uint32_t grid_shift = 0;
    std::uint32_t grid_bits = 0;
    std::uint32_t cells = 0;
    std::uint32_t fixed_scale = 0;

    /// multiply, Grid::fixed: the fixed point of f64 samples, on a machine without doubles.
    FixedPoint fixed = {};

    /// One threshold for each bin up to last_bin; empty for modes that need none. The cells of the grid
    /// follow. The low 24 bits of a cell are the lowest bin of its samples, and the bits above them are the
    /// number of remaining search steps.
    LargeVector<std::uint64_t> thresholds;
};

/// Makes the rule of an axis. The problem must be valid. Takes time and memory proportional to the number of
/// bins of the axis. `doubles`: whether the machine computes with doubles; if not, f64 samples get a rule
/// that uses only integers.
[[nodiscard]] BinRule bin_rule(const Problem& problem, std::size_t axis = 0, bool doubles = true);

/// The rules of all axes.
[[nodiscard]] std::vector<BinRule> bin_rules(const Problem& problem, bool doubles = true);

/// Maximum number of loop iterations to find a sample's bin, in any mode. The check that ends a loop counts
/// as an iteration, because llvmpipe counts it. Does not make the rule, so it takes little time.
[[nodiscard]] std::uint64_t max_iterations(const Problem& problem, std::size_t axis);

// Counting samples by value; see kernels/bin/values.cl.

/// The samples of an axis that are counted by value: those with consecutive keys from first_key on.
struct Values {
    std::uint32_t first_key = 0;
    std::uint32_t count = 0;
};

/// The values of an axis. The problem must be countable by value.
[[nodiscard]] Values values(const Problem& problem, std::size_t axis);

/// Number of values of all axes.
[[nodiscard]] std::uint32_t value_count(const Problem& problem);

/// Why a problem cannot be counted by value; empty if it can.
[[nodiscard]] std::string why_no_values(const Problem& problem);

/// Changes the rule of f32 or f64 samples from search to scale, or to multiply for f64 samples without
/// `doubles`, if the bins are nearly `count` even bins over [lower, upper). Otherwise, and for other types,
/// the rule is unchanged.
void set_scale(BinRule& rule, SampleType sample, double lower, double upper, std::uint32_t count,
               bool doubles);

/// Sets mode scale, without thresholds, for `count` bins of f32 or f64 samples over [0, upper) if the width
/// of a bin is a power of two: then every product is exact, and so is every edge. Does not do so for f64
/// samples without `doubles`. Returns whether the mode is set.
bool set_whole_bins(BinRule& rule, SampleType sample, double upper, std::uint32_t count, bool doubles);

/// The ratio of bins to sample values. `bins` is below 2^60, and `samples` is above 0 and below 2^126.
struct Slope {
    UInt128 bins;
    UInt128 samples;
};

/// Sets mode multiply for even bins of integers. At offset 0 the position, in bins, is start / slope.samples.
void set_multiply(BinRule& rule, const Slope& slope, UInt128 start, LastEdge last_edge);
/// Changes the rule of integers from search to shift or multiply if that gives exactly the same bins, and
/// removes the thresholds. Otherwise the rule is unchanged.
void set_nearly_even(BinRule& rule);
/// Changes the rule of f64 samples from search to multiply, in fixed point, if the bins are nearly even.
/// Otherwise the rule is unchanged.
void set_fixed_point(BinRule& rule);

/// Maximum number of cells of a grid for `bins` bins.
[[nodiscard]] constexpr std::uint64_t max_cells(std::uint64_t bins) noexcept {
    return std::clamp<std::uint64_t>(4 * bins, 1 << 10, 1 << 16);
}

/// Adds a grid (see BinRule::Grid) to a rule of mode search. Chooses the grid with which a search takes the
/// fewest steps on average. Adds none if no grid saves more than the step that reading it costs.
void set_grid(BinRule& rule, SampleType sample, bool doubles);

} // namespace histo_cl::detail
