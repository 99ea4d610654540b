#pragma once

#include "core/half.hpp"
#include "histo_cl/sample.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace histo_cl::detail {

/// The format of f32 or f64 samples.
struct FloatFormat {
    explicit FloatFormat(SampleType sample)
        : type(sample), digits(sample == SampleType::f32 ? 24 : 53),
          least(sample == SampleType::f32 ? 0x1p-126 : 0x1p-1022) {}

    /// The greatest rounding error of a result below `end`.
    [[nodiscard]] double rounding(double end) const {
        int exponent = 0;
        const double fraction = std::frexp(end, &exponent);
        return std::ldexp(1.0, exponent - digits - (fraction == 0.5 ? 2 : 1));
    }
    [[nodiscard]] double rounded(double x) const { return rounded_to(type, x); }
    /// The float of a key.
    [[nodiscard]] double value(std::uint64_t key) const {
        if (type == SampleType::f64)
            return std::bit_cast<double>((key >> 63U) != 0 ? key & ~(std::uint64_t{1} << 63U) : ~key);
        const auto narrow = static_cast<std::uint32_t>(key);
        return double{std::bit_cast<float>((narrow >> 31U) != 0 ? narrow & 0x7FFF'FFFFU : ~narrow)};
    }

    SampleType type;
    int digits;   ///< of the mantissa
    double least; ///< what a device may take for 0 is less than that
};

} // namespace histo_cl::detail
