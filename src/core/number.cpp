#include "histo_cl/number.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

/// An integer Number as sign and magnitude.
struct Integer {
    bool negative;
    std::uint64_t magnitude;
};

Integer integer_of(const Number& n) noexcept {
    if (n.kind() == Number::Kind::u64) return {false, n.u64()};
    const auto bits = static_cast<std::uint64_t>(n.i64());
    return n.i64() < 0 ? Integer{true, ~bits + 1} : Integer{false, bits};
}

std::strong_ordering compare(Integer a, Integer b) noexcept {
    if (a.negative != b.negative) return b.negative <=> a.negative;
    return a.negative ? b.magnitude <=> a.magnitude : a.magnitude <=> b.magnitude;
}

/// Compares exactly. If |b| is below 2^64, its integer part fits an Integer; otherwise the sign of b decides.
std::partial_ordering compare(Integer a, double b) noexcept {
    constexpr double beyond = 0x1p64;
    if (std::isnan(b)) return std::partial_ordering::unordered;
    if (b >= beyond) return std::partial_ordering::less;
    if (b <= -beyond) return std::partial_ordering::greater;
    const double whole = std::trunc(b);
    const auto order = compare(a, Integer{whole < 0, static_cast<std::uint64_t>(std::fabs(whole))});
    if (order != 0) return order;
    return 0.0 <=> (b - whole);
}

std::partial_ordering reversed(std::partial_ordering order) noexcept {
    if (order < 0) return std::partial_ordering::greater;
    if (order > 0) return std::partial_ordering::less;
    return order;
}

/// The number as an Integer; empty unless it is whole and its magnitude is below 2^64.
std::optional<Integer> whole_of(const Number& n) noexcept {
    if (n.kind() != Number::Kind::f64) return integer_of(n);
    if (!(std::fabs(n.f64()) < 0x1p64) || n.f64() != std::trunc(n.f64())) return std::nullopt;
    return Integer{n.f64() < 0, static_cast<std::uint64_t>(std::fabs(n.f64()))};
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
    if (a_real) return reversed(compare(integer_of(b), a.f64()));
    if (b_real) return compare(integer_of(a), b.f64());
    return compare(integer_of(a), integer_of(b));
}

double distance(const Number& lower, const Number& upper) noexcept {
    const auto a = whole_of(lower);
    const auto b = whole_of(upper);
    if (!a || !b) return upper.to_double() - lower.to_double();
    if (a->negative == b->negative) {
        const bool rises = (b->magnitude >= a->magnitude) != a->negative;
        const auto difference =
            b->magnitude >= a->magnitude ? b->magnitude - a->magnitude : a->magnitude - b->magnitude;
        return rises ? static_cast<double>(difference) : -static_cast<double>(difference);
    }
    const auto sum = a->magnitude + b->magnitude;
    const bool carries = sum < a->magnitude;
    // With a carry: halves the sum. A sticky bit stands for the bit that is dropped, so that the conversion
    // rounds once.
    const auto half = sum >> 1U | (sum & 1U) | std::uint64_t{1} << 63U;
    const auto apart = carries ? 2 * static_cast<double>(half) : static_cast<double>(sum);
    return a->negative ? apart : -apart;
}

} // namespace histo_cl::inline HISTO_CL_ABI
