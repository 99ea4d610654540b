#pragma once

#include "histo_cl/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace histo_cl::detail {

/// The bin rule of one axis, worked out for kernels/bin.cl.
///
/// A device never compares samples with edges as real numbers. Each sample has a *key*, an unsigned integer
/// that rises with the sample: an integer's distance from the least value of its type, a float's place in the
/// order of its type (so −0 < +0, denormals count whatever the device does with them, and NaNs lie outside
/// the infinities). Its *offset* is key − first_key in wrapping arithmetic; it is in range exactly when
/// offset <= last_offset, and otherwise below or above the bins as its key is less than first_key or not. An
/// edge is a *threshold*: the offset of the first sample at or above it. So bin(x) = the greatest i with
/// thresholds[i] <= offset, exactly, for every type, and the modes below are only faster ways to the same i.
struct Indexing {
    enum class Mode : std::uint8_t {
        none,     ///< no sample of this type is in range
        shift,    ///< offset >> shift, exact
        multiply, ///< integers: fixed point; at worst one too low, and it knows when it could be
        scale,    ///< floats: multiply and floor; exact except within a margin of an edge, where thresholds
                  ///< decide
        search,   ///< binary search among the thresholds
        custom,   ///< the caller's expression
    };

    Mode mode = Mode::none;
    std::uint64_t first_key = 0;
    std::uint64_t last_offset = 0;
    bool all_below = false;     ///< none: whether every sample is below the bins; otherwise first_key tells
    std::uint32_t last_bin = 0; ///< the highest bin that any sample of the type can reach

    /// Floats: a sample is a number if its key − first_number, wrapping, is at most last_number; any other is
    /// counted as NaN is.
    std::uint64_t first_number = 0;
    std::uint64_t last_number = 0;

    /// shift, multiply: the bits to drop; above 63 the product has 128 bits.
    std::uint32_t shift = 0;
    /// shift, multiply: the sample on the last edge is in range too, and belongs to last_bin.
    bool capped = false;
    /// multiply: bin = (offset · multiplier + addend) >> shift, both constants rounded down. The true value
    /// is less than offset + 1 units greater, so only if adding those carries into the bin is the next
    /// threshold looked at.
    std::uint64_t multiplier = 0;
    std::uint64_t addend_low = 0;
    std::uint64_t addend_high = 0;

    /// scale: position = (x − lower) · scale; its error, with that of the rounded edges, is at most
    /// position · relative_margin + absolute_margin bins, which is less than 1.
    double lower = 0;
    double scale = 0;
    double relative_margin = 0;
    double absolute_margin = 0;

    /// Circular bins: what whole multiples of are taken off a sample first, 0 for all others.
    /// Integers: offset = (key + turn) mod period. Floats: the period's bits; the key is that of
    /// fmod(x, period), and the bin (turn + what the search finds) mod the bins, because the thresholds
    /// go round the circle twice, over (−period, period).
    std::uint64_t period = 0;
    std::uint64_t turn = 0;

    /// One for each bin up to last_bin; empty for the modes that need none.
    std::vector<std::uint64_t> thresholds;
};

/// The problem must be valid. Takes time and memory in proportion to the axis's bins.
[[nodiscard]] Indexing indexing(const Problem& problem, std::size_t axis = 0);

/// The most loop iterations that finding one sample's bin can take, whatever the mode; the check that ends a
/// loop is one, because llvmpipe counts it. Cheap.
[[nodiscard]] std::uint64_t most_iterations(const Problem& problem, std::size_t axis) noexcept;

} // namespace histo_cl::detail
