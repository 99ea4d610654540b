#include "core/half.hpp"

#include <cmath>

namespace histo_cl {
namespace {

constexpr int fraction_bits = 10;
constexpr int least_exponent = -14; ///< of a normal half
constexpr int greatest_exponent = 15;
constexpr std::uint16_t infinity = 0x7C00;
constexpr std::uint16_t quiet_nan = 0x7E00;

} // namespace

float to_float(Half half) noexcept {
    const int fraction = half.bits & 0x3FF;
    const int biased = (half.bits >> fraction_bits) & 0x1F;
    const float sign = (half.bits >> 15) != 0 ? -1.0F : 1.0F;
    if (biased == 0x1F) return fraction == 0 ? sign * HUGE_VALF : std::copysign(NAN, sign);
    if (biased == 0) return sign * std::ldexp(static_cast<float>(fraction), least_exponent - fraction_bits);
    return sign *
           std::ldexp(static_cast<float>(0x400 + fraction), biased - greatest_exponent - fraction_bits);
}

namespace detail {

Half to_half(double value) noexcept {
    const auto sign = std::signbit(value) ? 0x8000U : 0U;
    const auto with_sign = [sign](unsigned bits) { return Half{static_cast<std::uint16_t>(sign | bits)}; };
    const double magnitude = std::fabs(value);
    if (std::isnan(value)) return with_sign(quiet_nan);
    if (magnitude >= 65520) return with_sign(infinity);
    // In units of the last place of its binade it is rounded to a whole number. A carry into the next binade
    // is the next number in the order of the bits too.
    const int exponent = magnitude < std::ldexp(1.0, least_exponent) ? least_exponent : std::ilogb(magnitude);
    const double units = std::ldexp(magnitude, fraction_bits - exponent);
    auto whole = static_cast<unsigned>(units);
    const double rest = units - whole;
    if (rest > 0.5 || (rest == 0.5 && whole % 2 == 1)) ++whole;
    const auto binades = static_cast<unsigned>(exponent - least_exponent);
    return with_sign((binades << fraction_bits) + whole);
}

double rounded_to(SampleType type, double value) noexcept {
    if (type == SampleType::f16) return static_cast<double>(to_float(to_half(value)));
    if (type == SampleType::f32) return static_cast<double>(static_cast<float>(value));
    return value;
}

} // namespace detail
} // namespace histo_cl
