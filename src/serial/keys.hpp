#pragma once

#include "histo_cl/sample.hpp"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

// Samples as the keys of kernels/bin.cl: see BinRule.

namespace histo_cl::detail {

enum class SampleKind : std::uint8_t { whole, negative, real };

template <std::size_t size>
using Word =
    std::conditional_t<size == 1, std::uint8_t,
                       std::conditional_t<size == 2, std::uint16_t,
                                          std::conditional_t<size == 4, std::uint32_t, std::uint64_t>>>;

/// The samples that have so many bytes and are unsigned, signed or floating.
template <std::size_t size, SampleKind kind>
struct Samples {
    using Bits = Word<size>;
    using Key = std::conditional_t<size == 8, std::uint64_t, std::uint32_t>;
    /// What floats are computed with; f16 has no arithmetic of its own.
    using Real = std::conditional_t<size == 8, double, float>;

    static constexpr bool is_real = kind == SampleKind::real;
    static constexpr bool has_line = is_real && size >= 4;
    static constexpr Key sign = Key{1} << (8 * size - 1);
    static constexpr int mantissa_bits = size == 2   ? 10
                                         : size == 4 ? 23
                                                     : 52; ///< of floats, without the leading 1

    static Bits load(const std::byte* at) noexcept {
        Bits bits;
        std::memcpy(&bits, at, sizeof bits);
        return bits;
    }
    static Key key(Bits bits) noexcept {
        if constexpr (kind == SampleKind::whole) return bits;
        if constexpr (kind == SampleKind::negative) return bits ^ sign;
        return bits ^ ((bits & sign) != 0 ? sign | (sign - 1) : sign);
    }
    /// The number that a float's bits stand for.
    static Real value(Bits bits) noexcept {
        if constexpr (size == 2)
            return to_float(Half{bits});
        else
            return std::bit_cast<Real>(bits);
    }
};

/// Sets each cell to cell_of(bits) of its sample; these lie `stride` bytes apart from `first` on.
template <class S, class Stride, class CellOf>
void set_cells(const std::byte* first, Stride stride, std::span<std::uint32_t> cells, const CellOf& cell_of) {
    auto* const to = cells.data();
    const auto count = cells.size();
    for (std::size_t i = 0; i < count; ++i)
        to[i] = cell_of(S::load(first + i * stride));
}

} // namespace histo_cl::detail
