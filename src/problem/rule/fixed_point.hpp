#pragma once

#include "histo_cl/sample.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

namespace histo_cl::detail {

/// Represents f64 samples as whole numbers of a unit, for devices without doubles; see
/// kernels/fixed_point.cl. The numbers are rounded towards 0. A greater sample never has a smaller number.
struct FixedPoint {
    std::uint32_t bits = 0; ///< bits of a number, with its sign: 32 or 64; 0: fixed point is not used
    std::uint32_t top = 0;  ///< the exponent field of a sample of 2^(bits − 1) units
    std::int64_t first = 0; ///< the number from which distances are measured

    /// The number of a sample, given by its bits. Samples of too large a magnitude get the greatest or the
    /// least number.
    [[nodiscard]] std::int64_t number(std::uint64_t sample) const noexcept {
        const auto leading = std::uint64_t{1} << (bits - 1);
        const auto mantissa = leading | ((bits == 64 ? sample << 11U : sample >> 21U) & (leading - 1));
        const auto exponent = static_cast<std::uint32_t>(sample >> 52U) & 2047U;
        const auto right = top - exponent;
        const auto magnitude = static_cast<std::int64_t>(exponent >= top ? leading - 1
                                                         : right < bits  ? mantissa >> right
                                                                         : 0);
        return sample >> 63U != 0 ? -magnitude : magnitude;
    }
    /// The distance of a sample from the first number, which must not be above the sample's number.
    [[nodiscard]] std::uint64_t distance(std::uint64_t sample) const noexcept {
        return static_cast<std::uint64_t>(number(sample)) - static_cast<std::uint64_t>(first);
    }
    /// The key of the first sample whose number is at least `least`, which must be within ±2^31.
    [[nodiscard]] std::uint64_t first_key(std::int64_t least) const noexcept {
        // If from_0 is negative, the samples above it are rounded to `least` or more.
        const auto from_0 = least > 0 ? least : least - 1;
        const auto magnitude = static_cast<std::uint64_t>(from_0 > 0 ? from_0 : -from_0);
        const auto leading = static_cast<std::uint32_t>(std::bit_width(magnitude)) - 1;
        const auto sample =
            (std::uint64_t{top - (bits - 1) + leading - 1} << 52U) + (magnitude << (52U - leading));
        return least > 0 ? sample | sign : sign - sample; // the sample after a negative one
    }

    static constexpr std::uint64_t sign = std::uint64_t{1} << 63U;
    /// The bits of the sample with that key; see BinRule for keys.
    [[nodiscard]] static constexpr std::uint64_t sample(std::uint64_t key) noexcept {
        return (key & sign) != 0 ? key ^ sign : ~key;
    }
};

/// The cell of a sample in a grid of the kind BinRule::Grid::fixed.
[[nodiscard]] inline std::uint32_t fixed_cell(const FixedPoint& fixed, std::uint64_t sample,
                                              std::uint32_t scale, std::uint32_t last) noexcept {
    if (fixed.number(sample) <= fixed.first) return 0;
    return std::min(static_cast<std::uint32_t>((fixed.distance(sample) * scale) >> 32U), last);
}

/// The finest fixed point of that many bits whose range includes the samples of both keys. Distances are
/// measured from the sample of first_key. Empty if a sample is infinite or NaN, or if both are so small that
/// the unit could be denormal.
[[nodiscard]] inline std::optional<FixedPoint> fixed_point(std::uint64_t first_key, std::uint64_t last_key,
                                                           std::uint32_t bits) noexcept {
    const auto exponent = [](std::uint64_t key) {
        return static_cast<std::uint32_t>(FixedPoint::sample(key) >> 52U) & 2047U;
    };
    const auto greatest = std::max(exponent(first_key), exponent(last_key));
    if (greatest == 2047U || greatest < 64U) return std::nullopt;
    FixedPoint fixed{.bits = bits, .top = greatest + 1, .first = 0};
    fixed.first = fixed.number(FixedPoint::sample(first_key));
    return fixed;
}

} // namespace histo_cl::detail
