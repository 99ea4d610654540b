#pragma once

#include <cstdint>
#include <limits>

namespace histo_cl::test {

inline constexpr double inf = std::numeric_limits<double>::infinity();
inline constexpr double quiet_nan = std::numeric_limits<double>::quiet_NaN();
inline constexpr float f32_inf = std::numeric_limits<float>::infinity();
inline constexpr float f32_nan = std::numeric_limits<float>::quiet_NaN();
inline constexpr std::int64_t i64_min = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t i64_max = std::numeric_limits<std::int64_t>::max();
inline constexpr std::uint64_t u64_max = std::numeric_limits<std::uint64_t>::max();

} // namespace histo_cl::test
