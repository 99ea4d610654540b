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
        multiply, ///< integers, and doubles by their bits: multiplication in fixed point; exact, or one bin
                  ///< too low at worst; where that is possible, a threshold decides
        scale,    ///< floats: multiplication and rounding; exact except within a margin of an edge, where a
                  ///< threshold decides
        search,   ///< binary search among the thresholds, or among those that a grid selects
        custom,   ///< by the value of an expression
    };

    Mode mode = Mode::none;
    std::uint64_t first_key = 0;
    std::uint64_t last_offset = 0;
    bool all_below = false;     ///< mode none: every sample is below the bins; if not, first_key decides
    std::uint32_t last_bin = 0; ///< the highest bin that any sample of the type can reach

    /// Floats: a sample is a number if key − first_number, in wrapping arithmetic, is at most last_number.
    /// Other samples are treated as NaN.
    std::uint64_t first_number = 0;
    std::uint64_t last_number = 0;

    /// shift, multiply: the number of low bits to drop.
    std::uint32_t shift = 0;
    /// shift, multiply, scale with an exact line: for the last samples in range, the result may be above
    /// last_bin. Their bin is last_bin.
    bool capped = false;
    /// multiply: bin = position >> shift. With bits_32 and bits_64 (for offsets below 2^32), the position is
    /// offset · multiplier + addend in that number of bits. With bits_128 it is the upper 64 bits of the
    /// product (offset << raise) · multiplier, plus the addend.
    ///
    /// f64 samples on a machine without doubles: the distance in fixed point takes the place of the offset,
    /// and the position has a sign.
    enum class Product : std::uint8_t { bits_32, bits_64, bits_128 };
    Product product = Product::bits_64;
    std::uint32_t raise = 0;
    std::uint64_t multiplier = 0;
    std::uint64_t addend = 0;
    /// multiply: 0 if the result is exact. Otherwise the bin may be one too low. If the 32 bits of the
    /// position below those of the bin are at least near_next, the next threshold decides.
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
    /// scale: which samples are certainly in range. With `nonnegative`, where no sample below −0 is in range,
    /// it is those whose bits, as an integer, are min_bits … min_bits + span. Otherwise it is those that
    /// every device finds to be within min_value … max_value.
    bool nonnegative = false;
    std::uint64_t min_bits = 0;
    std::uint64_t span = 0;
    double min_value = 0;
    double max_value = 0;

    /// Circular bins: the period, 0 for other bins. Integers: offset = (key + turn) mod period. Floats:
    /// `period` has the bits of the period, the key is that of fmod(x, period), and the bin is (turn + result
    /// of the search) mod the number of bins, because the thresholds cover the circle twice, over (−period,
    /// period).
    std::uint64_t period = 0;
    std::uint64_t turn = 0;

    /// search: a grid, whose cells are in the order of the samples and say where the search begins. The cell
    /// of a sample is, for each kind of grid:
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
    /// follow. Each holds the lowest bin of the cell's samples, and from bit 24 on the number of remaining
    /// search steps.
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
[[nodiscard]] std::string why_no_values(const Problem& problem);

} // namespace histo_cl::detail
