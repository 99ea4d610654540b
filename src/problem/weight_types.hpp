#pragma once

#include "histo_cl/sample.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace histo_cl::inline HISTO_CL_ABI::detail {

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

} // namespace histo_cl::inline HISTO_CL_ABI::detail
