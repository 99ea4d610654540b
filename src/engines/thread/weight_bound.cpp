#include "histo_cl/weight_bound.hpp"

#include "core/float_format.hpp"
#include "core/text.hpp"
#include "engines/thread/block_cells.hpp"
#include "engines/thread/count.hpp"
#include "engines/thread/split_elements.hpp"
#include "problem/split.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

/// Whether each element of a block is counted in a cell of at least one axis.
using Counted = std::array<bool, elements_per_block>;

/// The bits of a weight's magnitude if the weight is finite, else 0. These bits are ordered like the
/// magnitudes.
template <class Bits>
Bits finite_magnitude(const std::byte* weight, const FloatFormat& format) noexcept {
    Bits bits = 0;
    std::memcpy(&bits, weight, sizeof bits);
    bits &= static_cast<Bits>(format.sign - 1);
    return bits < static_cast<Bits>(format.infinity) ? bits : Bits{0};
}

/// Finds the greatest magnitude of the finite weights that are counted, by comparing bits. Cells are found
/// only for blocks with a weight above the greatest counted weight so far, and there are few of these.
template <class Bits>
class MaxMagnitude {
  public:
    /// `stride`: bytes from one weight to the next.
    MaxMagnitude(const FloatFormat& format, std::uint64_t stride) : format_(format), stride_(stride) {}

    /// Reads the weights of a block of `count` elements. Calls find_counted(), which returns the block's
    /// Counted, only if a weight is above the greatest counted weight so far.
    template <class FindCounted>
    void see(const std::byte* weights, std::uint64_t count, const FindCounted& find_counted) {
        Bits maximum = 0;
        for (std::uint64_t i = 0; i < count; ++i)
            maximum = std::max(maximum, finite_magnitude<Bits>(weights + i * stride_, format_));
        if (maximum <= bits_) return;
        const Counted& counted = find_counted();
        for (std::uint64_t i = 0; i < count; ++i)
            if (counted[i]) bits_ = std::max(bits_, finite_magnitude<Bits>(weights + i * stride_, format_));
    }

    [[nodiscard]] double value() const { return bits_ == 0 ? format_.min_normal : format_.value_of(bits_); }

  private:
    FloatFormat format_;
    std::uint64_t stride_;
    Bits bits_ = 0;
};

template <class Bits>
double max_magnitude(const Problem& problem, const CheckedData& data) {
    const Finders finders(problem);
    BlockCells cells(problem, data, finders);
    Counted counted;
    const auto& pitch = data.shape.pitches;
    MaxMagnitude<Bits> maximum(FloatFormat(*problem.weights.type), pitch.weight_stride);
    std::optional<SplitElements> elements;
    if (splits(problem)) elements.emplace(problem, data);
    for_each_block(problem, data, [&](const Run& block) {
        const auto find_counted = [&]() -> const Counted& {
            counted.fill(false);
            for (std::uint64_t i = 0; elements && i < block.width; ++i)
                counted[i] = (block.mask == nullptr || block.mask[i] != std::byte{0}) &&
                             elements->overlaps_cells(block.x + i, block.y);
            if (elements) return counted;
            cells.find(block, [&](std::span<const std::uint32_t> found, std::uint64_t /*first*/) {
                for (std::size_t i = 0; i < found.size(); ++i)
                    counted[i] |= found[i] != no_cell;
            });
            return counted;
        };
        const auto first = block.y * pitch.weight + block.x * pitch.weight_stride;
        for (std::size_t vector = 0; vector < problem.weights.vectors; ++vector)
            maximum.see(data.weights.at(vector).data() + first, block.width, find_counted);
    });
    return maximum.value();
}

} // namespace

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {

WeightBound bound_of(const Problem& problem, const CheckedData& data) {
    if (is_gathered(problem)) {
        const auto listed = gathered(problem, data);
        return bound_of(listed.problem, listed.data(data));
    }
    const auto size = bytes(*problem.weights.type);
    return {.maximum = size == 2   ? max_magnitude<std::uint16_t>(problem, data)
                       : size == 4 ? max_magnitude<std::uint32_t>(problem, data)
                                   : max_magnitude<std::uint64_t>(problem, data),
            .elements = std::max<std::uint64_t>(data.shape.elements, 1)};
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

WeightBound weight_bound(const Problem& given, const HostData& all) {
    auto problem = given;
    problem.weights.bound = {};
    const auto checked = CheckedProblem::with_wide_counters(problem);
    if (!problem.weights.type || !is_float(*problem.weights.type))
        invalid(problem.weights.type ? concat(*problem.weights.type, " weights") : "no weights",
                ": only float weights have a bound");
    return bound_of(problem, check_data(checked, all));
}

} // namespace histo_cl::inline HISTO_CL_ABI
