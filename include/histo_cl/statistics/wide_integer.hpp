#pragma once

#include "histo_cl/abi.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace histo_cl::detail::inline HISTO_CL_ABI {

/// A two's complement integer of `Bits` bits, a multiple of 32. Arithmetic wraps.
template <unsigned Bits>
class BasicWideInteger {
  public:
    static constexpr unsigned bits = Bits;

    constexpr BasicWideInteger() noexcept = default;
    template <std::integral T>
    constexpr BasicWideInteger(T value) noexcept { // NOLINT(google-explicit-constructor): as from int to long
        words_.fill(value < T{0} ? ~0U : 0U);
        words_[0] = static_cast<std::uint32_t>(value);
        if constexpr (sizeof(T) > 4)
            words_[1] = static_cast<std::uint32_t>(static_cast<std::uint64_t>(value) >> 32U);
    }

    [[nodiscard]] constexpr bool negative() const noexcept { return words_.back() >> 31U != 0; }
    /// The number of bits without leading zeros. The integer must not be negative.
    [[nodiscard]] constexpr int bit_width() const noexcept {
        auto top = words_.size();
        while (top > 0 && words_[top - 1] == 0)
            --top;
        return top == 0
                   ? 0
                   : static_cast<int>(32 * (top - 1)) + static_cast<int>(std::bit_width(words_[top - 1]));
    }
    /// The 64 bits from bit 64 · place on.
    [[nodiscard]] constexpr std::uint64_t word(std::size_t place) const noexcept {
        return std::uint64_t{words_[2 * place + 1]} << 32U | words_[2 * place];
    }
    [[nodiscard]] constexpr bool bit(unsigned place) const noexcept {
        return (words_[place / 32] >> (place % 32) & 1U) != 0;
    }

    constexpr BasicWideInteger& operator+=(const BasicWideInteger& other) noexcept {
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < words_.size(); ++i) {
            carry += std::uint64_t{words_[i]} + other.words_[i];
            words_[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32U;
        }
        return *this;
    }
    constexpr BasicWideInteger operator-() const noexcept {
        auto inverted = *this;
        for (auto& word : inverted.words_)
            word = ~word;
        return inverted += 1;
    }
    constexpr BasicWideInteger& operator-=(const BasicWideInteger& other) noexcept { return *this += -other; }

    /// Adds a · b.
    constexpr void add_product(std::uint64_t a, std::uint64_t b) noexcept {
        const std::array a_words{a & 0xFFFF'FFFFU, a >> 32U};
        const std::array b_words{b & 0xFFFF'FFFFU, b >> 32U};
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t j = 0; j < 2; ++j) {
                auto carry = a_words[i] * b_words[j];
                for (auto place = i + j; carry != 0 && place < words_.size(); ++place) {
                    carry += words_[place];
                    words_[place] = static_cast<std::uint32_t>(carry);
                    carry >>= 32U;
                }
            }
    }

    /// Shifts left by less than `Bits` bits.
    constexpr BasicWideInteger& operator<<=(unsigned places) noexcept {
        const auto words = static_cast<std::ptrdiff_t>(places / 32);
        std::shift_right(words_.begin(), words_.end(), words); // towards more significant words
        std::fill_n(words_.begin(), words, 0U);
        return *this *= std::uint32_t{1} << (places % 32);
    }
    constexpr BasicWideInteger& operator*=(std::uint32_t factor) noexcept {
        std::uint64_t carry = 0;
        for (auto& word : words_) {
            carry += std::uint64_t{word} * factor;
            word = static_cast<std::uint32_t>(carry);
            carry >>= 32U;
        }
        return *this;
    }
    /// Divides by `divisor` and returns the remainder. The integer must not be negative.
    constexpr std::uint32_t divide(std::uint32_t divisor) noexcept {
        std::uint64_t rest = 0;
        for (auto i = words_.size(); i-- > 0;) {
            rest = rest << 32U | words_[i];
            words_[i] = static_cast<std::uint32_t>(rest / divisor);
            rest %= divisor;
        }
        return static_cast<std::uint32_t>(rest);
    }
    friend constexpr BasicWideInteger operator*(BasicWideInteger a, const BasicWideInteger& b) noexcept {
        BasicWideInteger product;
        for (const auto word : b.words_) {
            auto part = a;
            product += part *= word;
            a <<= 32;
        }
        return product;
    }

    friend constexpr BasicWideInteger operator+(BasicWideInteger a, const BasicWideInteger& b) noexcept {
        return a += b;
    }
    friend constexpr BasicWideInteger operator-(BasicWideInteger a, const BasicWideInteger& b) noexcept {
        return a -= b;
    }
    /// The nearest double, ties to even. The integer must be within the range of doubles.
    [[nodiscard]] double nearest_double() const noexcept {
        if (negative()) return -(-*this).nearest_double();
        auto top = words_.size();
        while (top > 2 && words_[top - 1] == 0)
            --top;
        // The 64 leading bits, shifted up so that at least the first 54 are significant. The last bit is
        // sticky: it is set if any lower bit is set.
        auto digits = std::uint64_t{words_[top - 1]} << 32U | words_[top - 2];
        auto exponent = 32 * static_cast<int>(top - 2);
        const auto shift = std::countl_zero(digits | 1U);
        std::uint32_t next = top > 2 ? words_[top - 3] : 0;
        if (top > 2 && shift > 0 && shift < 32) {
            digits = digits << static_cast<unsigned>(shift) | next >> static_cast<unsigned>(32 - shift);
            next <<= static_cast<unsigned>(shift);
            exponent -= shift;
        }
        const bool more =
            next != 0 ||
            std::any_of(words_.begin(),
                        words_.begin() + std::max<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(top) - 3, 0),
                        [](auto word) { return word != 0; });
        return std::ldexp(static_cast<double>(digits | (more ? 1U : 0U)), exponent);
    }

    friend constexpr bool operator==(const BasicWideInteger&, const BasicWideInteger&) noexcept = default;

  private:
    std::array<std::uint32_t, bits / 32> words_{}; // least significant first
};

/// Wide enough for the products of sums in exact_moments() and exact_correlation().
using WideInteger = BasicWideInteger<512>;

/// The double nearest to numerator / denominator, ties to even; NaN for 0 / 0, and infinite if only the
/// denominator is 0. Long division computes the bits of a double's significand, further bits for rounding,
/// and whether any set bit follows.
inline double nearest_ratio(const WideInteger& numerator, const WideInteger& denominator) noexcept {
    const bool negative = numerator.negative() != denominator.negative();
    const auto dividend = numerator.negative() ? -numerator : numerator;
    const auto divisor = denominator.negative() ? -denominator : denominator;
    if (divisor == WideInteger()) return numerator == WideInteger() ? NAN : negative ? -INFINITY : INFINITY;

    constexpr auto enough = std::uint64_t{1} << 54U;
    std::uint64_t digits = 0;
    int exponent = 0;
    bool more = false;
    WideInteger remainder;
    for (auto place = static_cast<int>(WideInteger::bits) - 1;
         place >= 0 || (digits < enough && remainder != WideInteger()); --place) {
        remainder *= 2;
        if (place >= 0 && dividend.bit(static_cast<unsigned>(place))) remainder += 1;
        const auto less = remainder - divisor;
        const bool digit = !less.negative();
        if (digit) remainder = less;
        if (digits < enough) {
            digits = 2 * digits + (digit ? 1 : 0);
            if (place < 0) --exponent;
        } else {
            more = more || digit;
            ++exponent;
        }
    }
    if (more || remainder != WideInteger()) digits |= 1U;
    const auto ratio = std::ldexp(static_cast<double>(digits), exponent);
    return negative ? -ratio : ratio;
}

} // namespace histo_cl::detail::inline HISTO_CL_ABI
