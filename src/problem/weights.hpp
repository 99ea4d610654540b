#pragma once

#include "core/float_format.hpp"
#include "histo_cl/problem.hpp"
#include "histo_cl/sample.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace histo_cl::detail {

/// A type that weights can have.
struct WeightType {
    SampleType type;
    CounterType sums;      ///< of 64 bits: what they add up to
    std::string_view word; ///< OpenCL C's type that kernels take them as, by their bits
};

inline constexpr std::array weight_types{
    WeightType{SampleType::u8, CounterType::u64, "uchar"},
    WeightType{SampleType::i8, CounterType::i64, "char"},
    WeightType{SampleType::u16, CounterType::u64, "ushort"},
    WeightType{SampleType::i16, CounterType::i64, "short"},
    WeightType{SampleType::u32, CounterType::u64, "uint"},
    WeightType{SampleType::i32, CounterType::i64, "int"},
    WeightType{SampleType::f16, CounterType::f64, "ushort"},
    WeightType{SampleType::bf16, CounterType::f64, "ushort"},
    WeightType{SampleType::f32, CounterType::f64, "uint"},
    WeightType{SampleType::f64, CounterType::f64, "ulong"},
};

/// The row of a type; nothing if weights cannot have it. By value: GCC's sanitizers do not compare pointers
/// in constant expressions.
[[nodiscard]] constexpr std::optional<WeightType> weight_type(SampleType type) noexcept {
    for (const auto& row : weight_types)
        if (row.type == type) return row;
    return std::nullopt;
}

/// The counter of 64 bits for weights of such a type, or for none: the one that their sums need. Nothing for
/// types that no weight can have.
[[nodiscard]] constexpr std::optional<CounterType>
wide_counter(const std::optional<SampleType>& weights) noexcept {
    if (!weights) return CounterType::u64;
    const auto found = weight_type(*weights);
    return found ? std::optional(found->sums) : std::nullopt;
}

/// Throws Error(invalid_argument) unless the problem's counts of 64 bits are of the type that was asked for;
/// the message names `call`, e.g. "histogram", with either type.
void check_sum_type(const Problem& problem, CounterType asked, const std::string& call);

// The exponents that the fixed point of float sums follows from; see kernels/amount_float.cl.

/// The exponent field that a finite weight has in its own type, at least that of the least normal: a number
/// without one (0 or a denormal) has its exponent. `magnitude` is at most the type's largest.
[[nodiscard]] inline std::uint32_t exponent_field(SampleType weights, double magnitude) noexcept {
    const FloatFormat format(weights);
    return magnitude < format.least ? 1 : static_cast<std::uint32_t>(std::ilogb(magnitude) + format.bias);
}

// The unit of fixed-point sums of float weights, 2^E with E = e + 1 + room − 94: e is the greatest
// exponent of a weight, and the room is for the carries of so many weights.

inline constexpr int wide_sum_bits = 94;
inline constexpr int narrow_weight_bits = 29;
/// Of the unit of narrow weights, so that devices can scale them by single floats, and that flush denormals
/// lose nothing.
inline constexpr int min_narrow_exponent = -120;

/// The bits of a sum above those of the greatest weight: as kernels/amount_float.cl gets them.
[[nodiscard]] constexpr std::uint32_t room_of_sums(const Problem& problem, std::uint64_t elements) noexcept {
    return problem.narrow_weights ? wide_sum_bits - narrow_weight_bits
                                  : static_cast<std::uint32_t>(std::bit_width(elements));
}

/// The bits of a sum to which a weight beyond Problem::weight_bound was added: a NaN that no weight leaves.
inline constexpr std::uint64_t beyond_weight_bound = 0x7FF8'6265'796F'6E64U;

/// Error(invalid_argument) for a weight beyond the bound, which fell into that counter.
[[noreturn]] void refuse_weight_beyond_bound(const Problem& problem, std::uint64_t counter);

/// Throws it if one of the sums, or of their bits, has such a weight.
void check_within_bound(const Problem& problem, std::span<const std::uint64_t> sums);

} // namespace histo_cl::detail
