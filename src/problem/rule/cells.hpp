#pragma once

#include "core/float_format.hpp"
#include "histo_cl/sample.hpp"
#include "problem/binnings.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>

namespace histo_cl::detail {

/// Finds the cells of samples on one axis, 0 … extent − 1 or no_cell, by the same rules as
/// kernels/bin/bin_*.cl. Immutable.
class AxisCells {
  public:
    AxisCells() = default;
    AxisCells(const AxisCells&) = delete;
    AxisCells& operator=(const AxisCells&) = delete;
    virtual ~AxisCells() = default;

    /// Writes the cells of samples that are `stride` bytes apart, at any alignment. `first`: the first
    /// sample, which is element `index` of the job.
    virtual void find(const std::byte* first, std::uint64_t stride, std::uint64_t index,
                      std::span<std::uint32_t> cells) const = 0;
    /// Size in bytes of the memory that depends on the number of bins or the length of the expression.
    [[nodiscard]] virtual std::uint64_t bytes() const noexcept = 0;
};

/// The cells of all 256 byte values. The bins must not depend on the element's index.
[[nodiscard]] std::array<std::uint32_t, 256> cells_of_bytes(const AxisCells& finder);

/// The finder of a valid problem's axis.
[[nodiscard]] std::unique_ptr<const AxisCells> axis_cells(const Problem& problem, std::size_t axis);

// Samples that are represented by their bits: conversions to keys (see BinRule), like kernels/load/key_*.cl,
// and to other types.

/// Properties and conversions of a sample type, whose samples are represented by their bits.
template <SampleType type>
struct Samples {
    static constexpr std::size_t size = bytes(type);
    using Bits =
        std::conditional_t<size == 1, std::uint8_t,
                           std::conditional_t<size == 2, std::uint16_t,
                                              std::conditional_t<size == 4, std::uint32_t, std::uint64_t>>>;
    using Key = std::conditional_t<size == 8, std::uint64_t, std::uint32_t>;
    /// The type for arithmetic on floats: float for narrow floats.
    using Real = std::conditional_t<size == 8, double, float>;

    static constexpr bool is_real = is_float(type);
    static constexpr bool has_line = is_real && !is_narrow_float(type);
    static constexpr Key sign = Key{1} << (8 * size - 1);
    /// Number of stored bits of a float's mantissa, which do not include the leading 1.
    static constexpr auto mantissa_bits = static_cast<std::uint32_t>(histo_cl::fraction_bits(type));

    static Bits load(const std::byte* at) noexcept {
        Bits bits;
        std::memcpy(&bits, at, sizeof bits);
        return bits;
    }
    static Key key(Bits bits) noexcept {
        if constexpr (is_real) return bits ^ ((bits & sign) != 0 ? sign | (sign - 1) : sign);
        return is_signed(type) ? bits ^ sign : bits;
    }
    /// The value of the float with these bits.
    static Real value(Bits bits) noexcept {
        if constexpr (has_line) return std::bit_cast<Real>(bits);
        return static_cast<Real>(FloatFormat(type).value_of(bits));
    }
    /// The bits of the nearest float.
    static Bits nearest(Real value) noexcept {
        if constexpr (has_line) return std::bit_cast<Bits>(value);
        return static_cast<Bits>(FloatFormat(type).nearest(static_cast<double>(value)));
    }
};

/// Sets each cell to cell_of(the bits of its sample). Samples are `stride` bytes apart, starting at `first`.
template <class S, class Stride, class CellOf>
void set_cells(const std::byte* first, Stride stride, std::span<std::uint32_t> cells, const CellOf& cell_of) {
    auto* const to = cells.data();
    const auto count = cells.size();
    for (std::size_t i = 0; i < count; ++i)
        to[i] = cell_of(S::load(first + i * stride));
}

/// Converts samples, `stride` bytes apart at any alignment, to contiguous samples of another type, until `to`
/// is full. converts_exactly() must hold for the types.
void convert_samples(SampleType stored, const std::byte* first, std::uint64_t stride, SampleType type,
                     std::span<std::byte> to);

} // namespace histo_cl::detail
