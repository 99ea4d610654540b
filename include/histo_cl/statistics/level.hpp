#pragma once

#include "histo_cl/abi.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace histo_cl::detail {

/// Scales the share part / whole, 0 to 1, to a level, 0 to `last`: part · (last / whole), rounded to nearest,
/// ties to even. It is computed in the type of `last` and in this order, which is OpenCV's if the type is
/// float. If last / whole is 0 or infinite in that type, (part / whole) · last is computed in double instead.
/// `whole` must be above 0.
template <class Count, class Real>
std::uint32_t scaled_level(Count part, Count whole, Real last) noexcept {
    const auto each = last / static_cast<Real>(whole);
    if (each > 0 && std::isfinite(each))
        return static_cast<std::uint32_t>(std::min(std::nearbyint(static_cast<Real>(part) * each), last));
    const auto share = static_cast<double>(part) / static_cast<double>(whole);
    return static_cast<std::uint32_t>(std::nearbyint(share * static_cast<double>(last)));
}

} // namespace histo_cl::detail
