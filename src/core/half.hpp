#pragma once

#include "histo_cl/sample.hpp"

namespace histo_cl::detail {

/// The greatest finite half.
inline constexpr double largest_half = 65504;

/// The nearest half, ties to even; an infinity from 65520 on. A NaN gives a NaN.
[[nodiscard]] Half to_half(double value) noexcept;

/// The value of the sample type's nearest number to a double: itself for f64 (and integers).
[[nodiscard]] double rounded_to(SampleType type, double value) noexcept;

} // namespace histo_cl::detail
