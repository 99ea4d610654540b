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
/// with the same order as the samples: for an integer the distance from the minimum of its type, for a float
/// its rank in the order of its type (−0 < +0, NaNs are beyond the infinities, and denormals are distinct
/// even if the device flushes them). Its *offset* is key − first_key in wrapping arithmetic. The sample is in
/// range exactly when offset <= last_offset; otherwise it is below the bins if key < first_key, else above.
/// Each edge has a *threshold*: the offset of the first sample at or above it. The bin of a sample is then
/// the greatest i with thresholds[i] <= offset, exactly, for every type. The modes below are faster ways to
/// find the same i.
struct BinRule {
    enum class Mode : std::uint8_t {
        none,     ///< no sample of this type is in range
        shift,    ///< offset >> shift, exact
        multiply, ///< integers, and doubles by their bits: fixed point; exact, or at worst one too low, and
                  ///< it knows when it could be
        scale,    ///< floats: multiply and round; exact except within a margin of an edge, where a threshold
                  ///< decides
        search,   ///< binary search among the thresholds, or among those that a grid selects
        custom,   ///< by the value of an expression
    };

    Mode mode = Mode::none;
    std::uint64_t first_key = 0;
    std::uint64_t last_offset = 0;
    bool all_below = false;     ///< none: whether every sample is below the bins; otherwise see first_key
    std::uint32_t last_bin = 0; ///< the highest bin that any sample of the type can reach

    /// Floats: a sample is a number if key − first_number, in wrapping arithmetic, is at most last_number;
    /// others are treated as NaN.
    std::uint64_t first_number = 0;
    std::uint64_t last_number = 0;

    /// shift, multiply: the number of low bits to drop.
    std::uint32_t shift = 0;
    /// shift, multiply, scale with an exact line: the last samples in range may get a result above last_bin,
    /// and are in last_bin.
    bool capped = false;
    /// multiply: bin = position >> shift. The position is offset · multiplier + addend, in 32 bits, or in 64
    /// bits for offsets below 2^32; or it is the upper 64 bits of (offset << raise) · multiplier, plus the
    /// addend.
    ///
    /// f64 without doubles: the same of the distance in fixed point instead of the offset. The position has a
    /// sign.
    enum class Product : std::uint8_t { bits_32, bits_64, bits_128 };
    Product product = Product::bits_64;
    std::uint32_t raise = 0;
    std::uint64_t multiplier = 0;
    std::uint64_t addend = 0;
    /// multiply: 0 if the result is exact. Otherwise the bin may be one too low, and the next threshold is
    /// compared if the 32 bits below those of the bin are at least near_next.
    std::uint32_t near_next = 0;

    /// scale: a sample x is at (x − lower) · scale + start. Exact: the bin is the integer part of that, and
    /// lower is 0. Otherwise the bin is the nearest integer i; that is certain if the distance from i is at
    /// most `clear`, which is below 1/2. Fine: the distance from i is computed with (scale + scale_low) and
    /// (start + start_low).
    enum class Line : std::uint8_t { exact, coarse, fine };
    Line line = Line::coarse;
    double lower = 0;
    double scale = 0;
    double start = 0;
    double scale_low = 0;
    double start_low = 0;
    double clear = 0;
    /// scale: samples that are certainly in range. If no bin is below 0, those whose bits, as an integer, are
    /// min_bits … min_bits + span; otherwise those that compare within least … greatest on any device.
    bool nonnegative = false;
    std::uint64_t min_bits = 0;
    std::uint64_t span = 0;
    double least = 0;
    double greatest = 0;

    /// Circular bins: the period, 0 for other bins. Integers: offset = (key + turn) mod period. Floats: the
    /// period's bits; the key is that of fmod(x, period), and the bin is (turn + result of the search) mod
    /// the number of bins, because the thresholds cover the circle twice, over (−period, period).
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

    /// One threshold for each bin up to last_bin; empty for modes that need none. The cells of the grid
    /// follow: the lowest bin of the cell's samples, and from bit 24 on the number of remaining search steps.
    LargeVector<std::uint64_t> thresholds;
};

/// The problem must be valid. Takes time and memory proportional to the number of bins of the axis.
/// `doubles`: whether the machine computes with doubles; if not, f64 samples get a rule that uses only
/// integers.
[[nodiscard]] BinRule bin_rule(const Problem& problem, std::size_t axis = 0, bool doubles = true);

/// The rules of all axes.
[[nodiscard]] std::vector<BinRule> bin_rules(const Problem& problem, bool doubles = true);

/// Maximum number of loop iterations to find a sample's bin, in any mode. The check that ends a loop counts
/// as one, because llvmpipe counts it. Cheap.
[[nodiscard]] std::uint64_t max_iterations(const Problem& problem, std::size_t axis);

// Counting samples by value; see kernels/values.cl.

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
[[nodiscard]] std::string no_values_because(const Problem& problem);

} // namespace histo_cl::detail
