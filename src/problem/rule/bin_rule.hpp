#pragma once

#include "core/large_vector.hpp"
#include "histo_cl/binning.hpp"
#include "histo_cl/problem.hpp"
#include "problem/rule/fixed_point.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace histo_cl::detail {

/// The bin rule of one axis, computed for kernels/bin_*.cl.
///
/// A device never compares samples with edges as real numbers. Each sample has a *key*, an unsigned integer
/// that rises with the sample: an integer's distance from the least value of its type, a float's place in the
/// order of its type (so −0 < +0, denormals count whatever the device does with them, and NaNs lie outside
/// the infinities). Its *offset* is key − first_key in wrapping arithmetic; it is in range exactly when
/// offset <= last_offset, and otherwise below or above the bins as its key is less than first_key or not. An
/// edge is a *threshold*: the offset of the first sample at or above it. So bin(x) = the greatest i with
/// thresholds[i] <= offset, exactly, for every type, and the modes below are only faster ways to the same i.
struct BinRule {
    enum class Mode : std::uint8_t {
        none,     ///< no sample of this type is in range
        shift,    ///< offset >> shift, exact
        multiply, ///< integers, and doubles by their bits: fixed point; exact, or at worst one too low, and
                  ///< it knows when it could be
        scale,    ///< floats: multiply and round; exact except within a margin of an edge, where a threshold
                  ///< decides
        search,   ///< binary search among the thresholds, or those that a grid leaves
        custom,   ///< by the value of an expression
    };

    Mode mode = Mode::none;
    std::uint64_t first_key = 0;
    std::uint64_t last_offset = 0;
    bool all_below = false;     ///< none: whether every sample is below the bins; otherwise see first_key
    std::uint32_t last_bin = 0; ///< the highest bin that any sample of the type can reach

    /// Floats: a sample is a number if its key − first_number, wrapping, is at most last_number; any other is
    /// counted as NaN is.
    std::uint64_t first_number = 0;
    std::uint64_t last_number = 0;

    /// shift, multiply: the bits to drop.
    std::uint32_t shift = 0;
    /// shift, multiply, scale by an exact line: the last samples in range may get more than last_bin, and
    /// belong to it.
    bool capped = false;
    /// multiply: bin = position >> shift. The position is offset · multiplier + addend in 32 bits, or in 64
    /// for offsets below 2^32, or the upper 64 of the product (offset << raise) · multiplier, plus the
    /// addend.
    ///
    /// f64 without doubles: the same of the distance in fixed point instead of the offset. The position has a
    /// sign.
    enum class Product : std::uint8_t { bits_32, bits_64, bits_128 };
    Product product = Product::bits_64;
    std::uint32_t raise = 0;
    std::uint64_t multiplier = 0;
    std::uint64_t addend = 0;
    /// multiply: 0 if that is exact. Else the bin is at worst one too low, and only if the 32 bits below the
    /// bin's are at least this is the next threshold looked at.
    std::uint32_t near_next = 0;

    /// scale: a sample x is at (x − lower) · scale + start. Exact: its bin is that without the fraction, and
    /// lower is 0. Else bin i is what lies within 1/2 of i; where it is within `clear` (less than 1/2) of i,
    /// that is sure. Fine: the distance from i is computed with (scale + scale_low) and (start + start_low).
    enum class Line : std::uint8_t { exact, coarse, fine };
    Line line = Line::coarse;
    double lower = 0;
    double scale = 0;
    double start = 0;
    double scale_low = 0;
    double start_low = 0;
    double clear = 0;
    /// scale: samples that are surely in range. If no bin is below 0, those whose bits, as an integer, are
    /// min_bits … min_bits + span; else those that compare as least … greatest on any device.
    bool nonnegative = false;
    std::uint64_t min_bits = 0;
    std::uint64_t span = 0;
    double least = 0;
    double greatest = 0;

    /// Circular bins: what whole multiples of are taken off a sample first, 0 for all others.
    /// Integers: offset = (key + turn) mod period. Floats: the period's bits; the key is that of
    /// fmod(x, period), and the bin (turn + what the search finds) mod the bins, because the thresholds
    /// go round the circle twice, over (−period, period).
    std::uint64_t period = 0;
    std::uint64_t turn = 0;

    /// search: a grid of cells that rise with the samples and say where to begin. The cell is offset >>
    /// grid_shift; or the offset's octave and the 2^grid_bits parts of it; or, of floats, (x − lower) ·
    /// scale, cut to 0 … cells − 1, to within less than a cell; or the same of a distance in fixed point,
    /// (its product with fixed_scale) >> 32.
    enum class Grid : std::uint8_t { none, offsets, octaves, line, fixed };
    Grid grid = Grid::none;
    std::uint32_t grid_shift = 0;
    std::uint32_t grid_bits = 0;
    std::uint32_t cells = 0;
    std::uint32_t fixed_scale = 0;

    /// multiply, Grid::fixed: f64 samples in fixed point, on a machine without doubles.
    FixedPoint fixed = {};

    /// One for each bin up to last_bin; empty for the modes that need none. After them come the cells of the
    /// grid: the least bin of a sample there, and from bit 24 on how many steps of the search are left.
    LargeVector<std::uint64_t> thresholds;
};

/// The problem must be valid. Takes time and memory in proportion to the axis's bins. `doubles`: whether the
/// machine computes with doubles; if not, the rule of f64 samples is one by integers.
[[nodiscard]] BinRule bin_rule(const Problem& problem, std::size_t axis = 0, bool doubles = true);

/// The rules of all axes.
[[nodiscard]] std::vector<BinRule> bin_rules(const Problem& problem, bool doubles = true);

/// The most loop iterations that finding one sample's bin can take, whatever the mode; the check that ends a
/// loop is one, because llvmpipe counts it. Cheap.
[[nodiscard]] std::uint64_t max_iterations(const Problem& problem, std::size_t axis);

// Counting samples by value; see kernels/values.cl.

/// The samples of an axis that are counted by value: those whose keys are first_key and the next.
struct Values {
    std::uint32_t first_key = 0;
    std::uint32_t count = 0;
};

/// For a problem that can be counted by value.
[[nodiscard]] Values values(const Problem& problem, std::size_t axis);

/// The values of all axes.
[[nodiscard]] std::uint32_t value_count(const Problem& problem);

/// Why a problem cannot be counted by value; empty if it can.
[[nodiscard]] std::string no_values_because(const Problem& problem);

} // namespace histo_cl::detail
