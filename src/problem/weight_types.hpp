#pragma once

#include "histo_cl/sample.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// A type that weights can have.
struct WeightType {
    SampleType type;
    CounterType sums;      ///< of 64 bits: what they add up to
    std::string_view word; ///< OpenCL C's type that kernels take them as, by their bits
};

inline constexpr std::array weight_types{
    WeightType{SampleType::u32, CounterType::u64, "uint"},
    WeightType{SampleType::i32, CounterType::i64, "int"},
    WeightType{SampleType::f32, CounterType::f64, "uint"},
    WeightType{SampleType::f64, CounterType::f64, "ulong"},
};

/// The row of a type; null if no weight has it.
[[nodiscard]] constexpr const WeightType* weight_type(SampleType type) noexcept {
    const auto* const found = std::ranges::find(weight_types, type, &WeightType::type);
    return found == weight_types.end() ? nullptr : found;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
