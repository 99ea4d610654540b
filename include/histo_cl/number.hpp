#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/export.h"

#include <compare>
#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>

namespace histo_cl::detail::inline HISTO_CL_ABI {
template <class T>
concept NumberValue =
    (std::integral<T> && !std::same_as<T, bool>) || std::same_as<T, float> || std::same_as<T, double>;
} // namespace histo_cl::detail::inline HISTO_CL_ABI

namespace histo_cl::inline HISTO_CL_ABI {

/// A number as the caller passed it, stored exactly: an int64, a uint64 or a double. Bounds and edges are
/// Numbers, so that 2^63 and 0.5 are both exact.
class HISTO_CL_API Number {
  public:
    /// The type of a number.
    enum class Kind : std::uint8_t { i64, u64, f64 };

    /// Converts exactly from any integer, float or double, but not from bool.
    template <detail::NumberValue T>
    constexpr Number(T value) noexcept { // NOLINT(google-explicit-constructor): a literal is a Number
        if constexpr (std::floating_point<T>) {
            kind_ = Kind::f64;
            f64_ = static_cast<double>(value);
        } else if constexpr (std::is_signed_v<T>) {
            kind_ = Kind::i64;
            i64_ = value;
        } else {
            kind_ = Kind::u64;
            u64_ = value;
        }
    }

    /// The type of this number.
    [[nodiscard]] Kind kind() const noexcept { return kind_; }
    /// The value of a Number of kind i64; only for that kind.
    [[nodiscard]] std::int64_t i64() const noexcept { return i64_; }
    /// The value of a Number of kind u64; only for that kind.
    [[nodiscard]] std::uint64_t u64() const noexcept { return u64_; }
    /// The value of a Number of kind f64; only for that kind.
    [[nodiscard]] double f64() const noexcept { return f64_; }

    /// Whether the number is a NaN.
    [[nodiscard]] bool is_nan() const noexcept;
    /// Whether the number is neither infinite nor a NaN.
    [[nodiscard]] bool is_finite() const noexcept;
    /// The nearest double.
    [[nodiscard]] double to_double() const noexcept;
    /// The shortest text that reads back as the same number.
    [[nodiscard]] std::string to_string() const;

  private:
    Kind kind_ = Kind::i64;
    union {
        std::int64_t i64_ = 0;
        std::uint64_t u64_;
        double f64_;
    };
};

/// Compares by value, exactly, also across kinds: 2^53 + 1 as an integer is greater than 2^53 as a double. A
/// NaN is unordered.
HISTO_CL_API std::partial_ordering operator<=>(const Number& a, const Number& b) noexcept;
/// Compares by value, like <=>.
inline bool operator==(const Number& a, const Number& b) noexcept {
    return (a <=> b) == 0;
}

/// upper − lower, as a double. If both numbers are whole and within ±2^64, the exact difference is rounded
/// once: the distance from 2^60 to 2^60 + 1 is 1. Otherwise the result is the difference of the nearest
/// doubles.
[[nodiscard]] HISTO_CL_API double distance(const Number& lower, const Number& upper) noexcept;

} // namespace histo_cl::inline HISTO_CL_ABI
