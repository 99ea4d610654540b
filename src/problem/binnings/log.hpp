#pragma once

#include "core/exact.hpp"
#include "histo_cl/binning.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

// Logarithms and powers with more precision than a double, by integer arithmetic, because the results of
// pow() differ between hosts.

namespace histo_cl::detail {

/// A positive number with 128 significant bits, digits · 2^(exponent − 127); the top bit of `digits` is set.
struct WideFloat {
    UInt128 digits;
    int exponent;
};

/// Converts exactly; x must be finite and above 0.
inline WideFloat wide_float(double x) noexcept {
    int exponent = 0;
    const double half_or_more = std::frexp(x, &exponent);
    return {UInt128{static_cast<std::uint64_t>(std::ldexp(half_or_more, 64))} << 64U, exponent - 1};
}

/// The nearest double, ties to the larger. The result must be finite and not 0.
inline double nearest_double(WideFloat x) noexcept {
    constexpr int min_exponent = -1022; // below it, doubles have fewer bits
    const int missing_bits = std::max(min_exponent - x.exponent, 0);
    const auto with_half = static_cast<std::uint64_t>(x.digits >> static_cast<unsigned>(74 + missing_bits));
    // The top bit of the 53 bits is not stored. Adding it increments the exponent field, and so does a carry.
    const auto binades = static_cast<std::uint64_t>(std::max(x.exponent - min_exponent, 0));
    return std::bit_cast<double>((binades << 52U) + ((with_half + 1) >> 1U));
}

/// Returns floor(a · b / 2^128).
constexpr UInt128 high_product(UInt128 a, UInt128 b) noexcept {
    const UInt128 a_low = static_cast<std::uint64_t>(a);
    const UInt128 b_low = static_cast<std::uint64_t>(b);
    const UInt128 upper = (a >> 64U) * b_low + (a_low * b_low >> 64U);
    const UInt128 lower = a_low * (b >> 64U) + static_cast<std::uint64_t>(upper);
    return (a >> 64U) * (b >> 64U) + (upper >> 64U) + (lower >> 64U);
}

/// The product, rounded down, with a relative error below 2^-126.
constexpr WideFloat operator*(WideFloat a, WideFloat b) noexcept {
    const auto product = high_product(a.digits, b.digits);
    if ((product >> 127U) != 0) return {product, a.exponent + b.exponent + 1};
    return {product << 1U, a.exponent + b.exponent};
}

/// Returns nearest_double(a · b). Usually computes it from the product of the upper words alone. The other
/// partial products add less than 6 to the upper 64 bits of that product, which rarely affects the bits that
/// a double keeps.
inline double nearest_product(WideFloat a, WideFloat b) noexcept {
    constexpr std::uint64_t below_half = (1U << 10U) - 1;
    const auto product =
        UInt128{static_cast<std::uint64_t>(a.digits >> 64U)} * static_cast<std::uint64_t>(b.digits >> 64U);
    const int carry = (product >> 127U) != 0 ? 1 : 0;
    const auto digits = static_cast<std::uint64_t>(carry != 0 ? product >> 64U : product >> 63U);
    const int binades = a.exponent + b.exponent + carry + 1022;
    if (binades < 0 || (digits & below_half) > below_half - 6) [[unlikely]]
        return nearest_double(a * b);
    return std::bit_cast<double>((static_cast<std::uint64_t>(binades) << 52U) +
                                 (((digits >> 10U) + 1) >> 1U));
}

/// Logarithms are fixed-point numbers with this number of fractional bits.
inline constexpr int log_digits = 112;

/// log2(x) · 2^112, rounded down. Squaring x doubles the logarithm, so the exponent after each squaring is
/// the next bit of the result. The result is rarely 1 too low, because the squares are rounded down.
constexpr Int128 log2_of(WideFloat x) noexcept {
    Int128 log = x.exponent;
    for (int i = 0; i < log_digits; ++i) {
        x.exponent = 0;
        x = x * x;
        log = 2 * log + x.exponent;
    }
    return log;
}

/// Returns 2^(log / 2^112), with a relative error below 2^-110.
constexpr WideFloat exp2_of(Int128 log) noexcept {
    constexpr UInt128 ln2 =
        (UInt128{0xB172'17F7'D1CF'79ABU} << 64U) | 0xC9E3'B398'03F2'F6AFU; // ln(2) · 2^128
    constexpr unsigned halvings = 6;
    constexpr unsigned terms = 15; // terms of the series of e^z, for z < 2^-6
    constexpr UInt128 one = UInt128{1} << 127U;
    const auto whole = static_cast<int>(log >> log_digits);
    const auto fraction = static_cast<UInt128>(log) << (128 - log_digits);
    const auto z = high_product(fraction, ln2) >> halvings;
    WideFloat power{one, 0};
    for (unsigned term = terms; term > 0; --term)
        power.digits = one + high_product(power.digits, z) / term;
    for (unsigned i = 0; i < halvings; ++i)
        power = power * power;
    power.exponent += whole;
    return power;
}

/// The `bins.count + 1` edges of logarithmic bins: the bounds as doubles, and between them
/// lower · (upper/lower)^(i/count), rounded to double. The edges are computed from powers of one factor,
/// whose relative errors grow to less than 2^-85 with 2^24 bins. So the error of an edge is at most 0.5 +
/// 2^-32 units in the last place.
class LogEdges {
  public:
    explicit LogEdges(const LogBins& bins)
        : count_(bins.count), lower_(bins.lower.to_double()), upper_(bins.upper.to_double()),
          factor_(exp2_of((log2_of(wide_float(upper_)) - log2_of(wide_float(lower_))) / bins.count)) {
        powers_.reserve(run);
        WideFloat power = wide_float(1);
        for (std::uint32_t i = 0; i < run; ++i, power = power * factor_)
            powers_.push_back(power);
        firsts_.reserve(count_ / run + 1);
        WideFloat first = wide_float(lower_);
        for (std::uint32_t i = 0; i <= count_ / run; ++i, first = first * power)
            firsts_.push_back(first);
    }

    [[nodiscard]] double operator()(std::uint32_t i) const noexcept {
        if (i == 0) return lower_;
        return i == count_ ? upper_ : nearest_product(firsts_[i / run], powers_[i % run]);
    }

    /// Whether the edges certainly increase: they are at least four units in the last place apart, and not
    /// denormal.
    [[nodiscard]] bool surely_rise() const noexcept {
        constexpr auto one = UInt128{1} << 127U;
        const bool apart = factor_.exponent > 0 || factor_.digits - one >= one >> 50U;
        return apart && lower_ >= 0x1p-1022;
    }

  private:
    static constexpr std::uint32_t run = 1024; ///< number of edges per run

    std::uint32_t count_;
    double lower_;
    double upper_;
    WideFloat factor_;
    std::vector<WideFloat> powers_; ///< powers 0 to run − 1 of the factor
    std::vector<WideFloat> firsts_; ///< the first edge of each run of edges
};

inline std::vector<double> log_edges(const LogBins& bins) {
    const LogEdges edge(bins);
    std::vector<double> edges(std::size_t{bins.count} + 1);
    for (std::uint32_t i = 0; i <= bins.count; ++i)
        edges[i] = edge(i);
    return edges;
}

} // namespace histo_cl::detail
