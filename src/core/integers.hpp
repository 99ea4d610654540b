#pragma once

#include "histo_cl/abi.hpp"

#include <bit>
#include <cmath>
#include <compare>
#include <concepts>
#include <cstdint>
#include <limits>

// Arithmetic beyond 64 bits: operations that saturate, and integers of 128 bits.

namespace histo_cl::detail {

inline constexpr std::uint64_t largest_u64 = std::numeric_limits<std::uint64_t>::max();

/// Sums and products that saturate at 2^64 − 1.
[[nodiscard]] constexpr std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) noexcept {
    return a > largest_u64 - b ? largest_u64 : a + b;
}
[[nodiscard]] constexpr std::uint64_t saturating_multiply(std::uint64_t a, std::uint64_t b) noexcept {
    return b != 0 && a > largest_u64 / b ? largest_u64 : a * b;
}

[[nodiscard]] constexpr std::uint32_t saturating_u32(std::uint64_t value) noexcept {
    constexpr auto largest = std::numeric_limits<std::uint32_t>::max();
    return value > largest ? largest : static_cast<std::uint32_t>(value);
}

[[nodiscard]] constexpr std::uint64_t divided_up(std::uint64_t n, std::uint64_t d) noexcept {
    return n / d + (n % d != 0 ? 1 : 0);
}

[[nodiscard]] constexpr std::uint64_t rounded_up(std::uint64_t n, std::uint64_t d) noexcept {
    return divided_up(n, d) * d;
}

enum class Signedness : bool { none, two_complement };

/// An integer of 128 bits in two words, with the arithmetic of the built-in types: it wraps, quotients are
/// rounded towards 0, and a right shift keeps the sign. Unlike built-in types, it converts to a narrower type
/// only by a cast. Shifts are by 0 to 127 bits; divisors must not be 0.
template <Signedness signedness>
class TwoWords {
    static constexpr bool is_signed = signedness == Signedness::two_complement;
    using Unsigned = TwoWords<Signedness::none>;
    using Other = TwoWords<is_signed ? Signedness::none : Signedness::two_complement>;

  public:
    constexpr TwoWords() noexcept = default;
    template <std::integral T>
    constexpr TwoWords(T value) noexcept // NOLINT(google-explicit-constructor): like built-in integers
        : low_(static_cast<std::uint64_t>(value)),
          high_(std::signed_integral<T> && value < T{0} ? ~std::uint64_t{0} : 0) {}
    constexpr explicit TwoWords(const Other& other) noexcept : low_(other.low_), high_(other.high_) {}
    /// Converts, rounding towards 0. The integer part must be in range.
    explicit TwoWords(double value) noexcept {
        const double whole = std::trunc(std::fabs(value));
        const double high = std::floor(whole * 0x1p-64);
        *this = words(static_cast<std::uint64_t>(high), static_cast<std::uint64_t>(whole - high * 0x1p64));
        if (value < 0) *this = -*this;
    }

    template <std::integral T>
    constexpr explicit operator T() const noexcept {
        if constexpr (std::same_as<T, bool>) return (low_ | high_) != 0;
        return static_cast<T>(low_);
    }
    /// The nearest T, ties to even.
    template <std::floating_point T>
    explicit operator T() const noexcept {
        const auto size = magnitude();
        const auto shift = static_cast<int>(std::bit_width(size.high_));
        // The last bit of the word that is converted is a sticky bit: it is set if any bit that is shifted
        // out is set. It is below the mantissa, so that the conversion rounds once.
        const auto above = size >> shift;
        const std::uint64_t rest = (above << shift) == size ? 0 : 1;
        const T result = std::ldexp(static_cast<T>(above.low_ | rest), shift);
        return is_negative() ? -result : result;
    }

    [[nodiscard]] friend constexpr bool operator==(TwoWords a, TwoWords b) noexcept {
        return a.low_ == b.low_ && a.high_ == b.high_;
    }
    [[nodiscard]] friend constexpr std::strong_ordering operator<=>(TwoWords a, TwoWords b) noexcept {
        if (a.is_negative() != b.is_negative()) return b.is_negative() <=> a.is_negative();
        return a.high_ != b.high_ ? a.high_ <=> b.high_ : a.low_ <=> b.low_;
    }

    [[nodiscard]] constexpr TwoWords operator+() const noexcept { return *this; }
    [[nodiscard]] constexpr TwoWords operator-() const noexcept { return ~*this + 1; }
    [[nodiscard]] constexpr TwoWords operator~() const noexcept { return words(~high_, ~low_); }

    [[nodiscard]] friend constexpr TwoWords operator+(TwoWords a, TwoWords b) noexcept {
        const auto low = a.low_ + b.low_;
        return words(a.high_ + b.high_ + (low < a.low_ ? 1 : 0), low);
    }
    [[nodiscard]] friend constexpr TwoWords operator-(TwoWords a, TwoWords b) noexcept {
        return words(a.high_ - b.high_ - (a.low_ < b.low_ ? 1 : 0), a.low_ - b.low_);
    }
    [[nodiscard]] friend constexpr TwoWords operator*(TwoWords a, TwoWords b) noexcept {
        auto product = multiplied(a.low_, b.low_);
        product.high_ += a.high_ * b.low_ + a.low_ * b.high_;
        return product;
    }
    [[nodiscard]] friend constexpr TwoWords operator/(TwoWords a, TwoWords b) noexcept {
        auto remainder = a.magnitude();
        const TwoWords quotient(divide(remainder, b.magnitude()));
        return a.is_negative() != b.is_negative() ? -quotient : quotient;
    }
    [[nodiscard]] friend constexpr TwoWords operator%(TwoWords a, TwoWords b) noexcept {
        auto rest = a.magnitude();
        divide(rest, b.magnitude());
        const TwoWords remainder(rest);
        return a.is_negative() ? -remainder : remainder;
    }
    [[nodiscard]] friend constexpr TwoWords operator&(TwoWords a, TwoWords b) noexcept {
        return words(a.high_ & b.high_, a.low_ & b.low_);
    }
    [[nodiscard]] friend constexpr TwoWords operator|(TwoWords a, TwoWords b) noexcept {
        return words(a.high_ | b.high_, a.low_ | b.low_);
    }
    [[nodiscard]] friend constexpr TwoWords operator^(TwoWords a, TwoWords b) noexcept {
        return words(a.high_ ^ b.high_, a.low_ ^ b.low_);
    }

    template <std::integral T>
    [[nodiscard]] friend constexpr TwoWords operator<<(TwoWords a, T bits) noexcept {
        const auto by = static_cast<unsigned>(bits);
        if (by == 0) return a;
        if (by >= 64) return words(a.low_ << (by - 64), 0);
        return words(a.high_ << by | a.low_ >> (64 - by), a.low_ << by);
    }
    template <std::integral T>
    [[nodiscard]] friend constexpr TwoWords operator>>(TwoWords a, T bits) noexcept {
        const auto by = static_cast<unsigned>(bits);
        if (by == 0) return a;
        if (by >= 64) return words(a.sign(), a.shifted_high(by - 64));
        return words(a.shifted_high(by), a.low_ >> by | a.high_ << (64 - by));
    }

    constexpr TwoWords& operator+=(TwoWords b) noexcept { return *this = *this + b; }
    constexpr TwoWords& operator-=(TwoWords b) noexcept { return *this = *this - b; }
    constexpr TwoWords& operator*=(TwoWords b) noexcept { return *this = *this * b; }
    constexpr TwoWords& operator/=(TwoWords b) noexcept { return *this = *this / b; }
    constexpr TwoWords& operator%=(TwoWords b) noexcept { return *this = *this % b; }
    constexpr TwoWords& operator&=(TwoWords b) noexcept { return *this = *this & b; }
    constexpr TwoWords& operator|=(TwoWords b) noexcept { return *this = *this | b; }
    constexpr TwoWords& operator^=(TwoWords b) noexcept { return *this = *this ^ b; }
    constexpr TwoWords& operator<<=(unsigned bits) noexcept { return *this = *this << bits; }
    constexpr TwoWords& operator>>=(unsigned bits) noexcept { return *this = *this >> bits; }
    constexpr TwoWords& operator++() noexcept { return *this += 1; }
    constexpr TwoWords& operator--() noexcept { return *this -= 1; }

  private:
    template <Signedness>
    friend class TwoWords;

    [[nodiscard]] static constexpr TwoWords words(std::uint64_t high, std::uint64_t low) noexcept {
        TwoWords result;
        result.high_ = high;
        result.low_ = low;
        return result;
    }
    /// The full 128-bit product.
    [[nodiscard]] static constexpr TwoWords multiplied(std::uint64_t a, std::uint64_t b) noexcept {
        constexpr std::uint64_t half = 0xFFFF'FFFFU;
        const auto low = (a & half) * (b & half);
        const auto upper = (a >> 32U) * (b & half) + (low >> 32U);
        const auto lower = (a & half) * (b >> 32U) + (upper & half);
        return words((a >> 32U) * (b >> 32U) + (upper >> 32U) + (lower >> 32U), lower << 32U | (low & half));
    }
    /// Returns the quotient, and sets n to the remainder. Beyond 64 bits this is a long division, which
    /// starts at the highest bit that the quotient can have.
    static constexpr Unsigned divide(Unsigned& n, Unsigned d) noexcept {
        Unsigned quotient;
        if (n.high_ == 0 && d.high_ == 0) {
            quotient.low_ = n.low_ / d.low_;
            n.low_ %= d.low_;
            return quotient;
        }
        for (int shift = n.bit_width() - d.bit_width(); shift >= 0; --shift) {
            quotient <<= 1U;
            if (const auto part = d << shift; part <= n) {
                n -= part;
                quotient.low_ |= 1U;
            }
        }
        return quotient;
    }

    [[nodiscard]] constexpr bool is_negative() const noexcept { return is_signed && high_ >> 63U != 0; }
    /// The sign extension: the word that would follow above the two words.
    [[nodiscard]] constexpr std::uint64_t sign() const noexcept {
        return is_negative() ? ~std::uint64_t{0} : 0;
    }
    [[nodiscard]] constexpr std::uint64_t shifted_high(unsigned bits) const noexcept {
        return bits == 0 ? high_ : high_ >> bits | sign() << (64 - bits);
    }
    [[nodiscard]] constexpr Unsigned magnitude() const noexcept {
        return Unsigned(is_negative() ? -*this : *this);
    }
    [[nodiscard]] constexpr int bit_width() const noexcept {
        return high_ != 0 ? 64 + static_cast<int>(std::bit_width(high_))
                          : static_cast<int>(std::bit_width(low_));
    }

    std::uint64_t low_ = 0;
    std::uint64_t high_ = 0;
};

// Integers of 128 bits: the compiler's type if it has one, otherwise two words. Two words are also used with
// MSVC's runtime library: Clang then has the type, but the library lacks the division for it.
// HISTO_CL_TWO_WORD_INT128 always selects the two words, so that tests can use them.

#if defined(__SIZEOF_INT128__) && !defined(_MSC_VER) && !defined(HISTO_CL_TWO_WORD_INT128)
__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;
#else
using Int128 = TwoWords<Signedness::two_complement>;
using UInt128 = TwoWords<Signedness::none>;
#endif

} // namespace histo_cl::detail
