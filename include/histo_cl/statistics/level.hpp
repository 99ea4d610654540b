#pragma once

#include "histo_cl/abi.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The level of a part of a whole, 0 to `last`: part · (last / whole), to nearest, ties to even, computed in
/// the type of `last` in this order, as OpenCV does in float; in double where the whole is beyond that type.
template <class Count, class Real>
std::uint32_t scaled_level(Count part, Count whole, Real last) noexcept {
    if (std::isinf(static_cast<Real>(whole))) return scaled_level(part, whole, static_cast<double>(last));
    const auto level = std::nearbyint(static_cast<Real>(part) * (last / static_cast<Real>(whole)));
    return static_cast<std::uint32_t>(std::min(level, last));
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
