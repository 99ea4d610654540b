#include "histo_cl/number.hpp"

#include "core/exact.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <compare>
#include <optional>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using detail::Int128;
using detail::integer_of;

/// Compares exactly. If |b| is below 2^64, its integer part is compared; otherwise the sign of b decides.
std::partial_ordering compare(Int128 a, double b) noexcept {
    constexpr double beyond = 0x1p64;
    if (std::isnan(b)) return std::partial_ordering::unordered;
    if (b >= beyond) return std::partial_ordering::less;
    if (b <= -beyond) return std::partial_ordering::greater;
    const double whole = std::trunc(b);
    if (const auto order = a <=> static_cast<Int128>(whole); order != 0) return order;
    return 0.0 <=> (b - whole);
}

/// The value of the number; empty unless it is whole and its magnitude is below 2^64.
std::optional<Int128> whole_of(const Number& n) noexcept {
    if (n.kind() != Number::Kind::f64) return integer_of(n);
    if (!(std::fabs(n.f64()) < 0x1p64) || n.f64() != std::trunc(n.f64())) return std::nullopt;
    return static_cast<Int128>(n.f64());
}

} // namespace

bool Number::is_nan() const noexcept {
    return kind_ == Kind::f64 && std::isnan(f64_);
}

bool Number::is_finite() const noexcept {
    return kind_ != Kind::f64 || std::isfinite(f64_);
}

double Number::to_double() const noexcept {
    switch (kind_) {
    case Kind::i64: return static_cast<double>(i64_);
    case Kind::u64: return static_cast<double>(u64_);
    case Kind::f64: break;
    }
    return f64_;
}

std::string Number::to_string() const {
    std::array<char, 32> text{};
    auto* const end = text.data() + text.size();
    auto written = std::to_chars_result{};
    switch (kind_) {
    case Kind::i64: written = std::to_chars(text.data(), end, i64_); break;
    case Kind::u64: written = std::to_chars(text.data(), end, u64_); break;
    case Kind::f64: written = std::to_chars(text.data(), end, f64_); break;
    }
    return {text.data(), written.ptr};
}

std::partial_ordering operator<=>(const Number& a, const Number& b) noexcept {
    const bool a_real = a.kind() == Number::Kind::f64;
    const bool b_real = b.kind() == Number::Kind::f64;
    if (a_real && b_real) return a.f64() <=> b.f64();
    if (a_real) return 0 <=> compare(integer_of(b), a.f64());
    if (b_real) return compare(integer_of(a), b.f64());
    return integer_of(a) <=> integer_of(b);
}

double distance(const Number& lower, const Number& upper) noexcept {
    const auto a = whole_of(lower);
    const auto b = whole_of(upper);
    return a && b ? static_cast<double>(*b - *a) : upper.to_double() - lower.to_double();
}

} // namespace histo_cl::inline HISTO_CL_ABI
