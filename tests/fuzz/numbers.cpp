// Numbers: their text as the programs read it, their exact order, and rounding to narrower floats.

#include "common/errors.hpp"
#include "common/names.hpp"
#include "common/number.hpp"
#include "core/exact.hpp"
#include "count/binning_args.hpp"
#include "fuzz/harness.hpp"
#include "fuzz/input.hpp"

#include <cctype>

namespace histo_cl::fuzz {
namespace {

void check_text(const Number& number) {
    if (number.is_nan()) return;
    require(common::number_typed(number.to_string()) == number, "a number's text is read as the same number");
}

void check_typed(std::string_view text) {
    const auto number = common::number_typed(text);
    if (number) {
        require(!number->is_nan(), "no text is NaN");
        check_text(*number);
    }
    const auto whole = common::whole_number_typed(text, 0, UINT64_MAX);
    if (whole && number) require(*number == Number(*whole), "a whole number is the number of its text");
    if (whole && !number)
        require(std::isalpha(static_cast<unsigned char>(text.back())) != 0, "a unit follows other numbers");
    if (common::sample_type_typed(text)) require(!number, "a type is no number");
    try {
        const auto edges = count::parse_edges(text).edges;
        require(static_cast<std::ptrdiff_t>(edges.size()) == std::ranges::count(text, ',') + 1,
                "an edge for each comma");
    } catch (const common::UsageError&) {
    }
}

/// The whole part of a number, clamped to ±2^100, which no 64-bit integer reaches.
detail::Int128 whole_part(const Number& number) {
    switch (number.kind()) {
    case Number::Kind::i64: return number.i64();
    case Number::Kind::u64: return number.u64();
    case Number::Kind::f64: break;
    }
    return static_cast<detail::Int128>(std::clamp(std::trunc(number.f64()), -0x1p100, 0x1p100));
}
double fraction(const Number& number) {
    if (number.kind() != Number::Kind::f64) return 0;
    const double x = number.f64();
    // From 2^100 on, whole_part() is clamped, so x itself decides the order.
    return std::fabs(x) < 0x1p100 ? x - std::trunc(x) : x;
}

std::partial_ordering order_of(const Number& a, const Number& b) {
    if (a.is_nan() || b.is_nan()) return std::partial_ordering::unordered;
    const auto order = whole_part(a) <=> whole_part(b);
    return order != 0 ? std::partial_ordering(order) : fraction(a) <=> fraction(b);
}

void check_order(const Number& a, const Number& b) {
    const auto order = a <=> b;
    require(order == order_of(a, b), "numbers are in the order of their values");
    require((order < 0) == ((b <=> a) > 0), "the order is the same from either side");
    if (order < 0) require(a.to_double() <= b.to_double(), "rounding keeps the order");
}

/// Checks the rounding to f16, bf16 or f32.
void check_rounding(SampleType type, double x) {
    const detail::FloatFormat format(type);
    const auto bits = format.nearest(x);
    const double near = format.value_of(bits);
    if (std::isnan(x)) return require(std::isnan(near), "NaN stays NaN");
    require(format.nearest(near) == bits || near == 0, "a number of the type is its own nearest");
    const auto key = format.key(bits);
    require(format.value(key) == near, "a key is that of one number");
    if (std::isinf(near))
        return require(std::fabs(x) > format.largest, "only what is beyond the largest is infinite");
    const double below = format.value(key - 1);
    const double above = format.value(key + 1);
    require(below <= near && near <= above, "keys rise with the numbers");
    const auto far = [&](double other) {
        return std::isinf(other) || std::fabs(x - near) <= std::fabs(x - other);
    };
    require(far(below) && far(above), "no neighbour is nearer");
}

void check_division(std::int64_t n, std::int64_t d, std::uint8_t shift) {
    if (d <= 0) return;
    const auto down = detail::floor_div(n, d);
    require(down * d <= n && n < (down + 1) * d, "floor_div rounds down");
    const auto up = detail::ceil_div(n, d);
    require((up - 1) * d < n && n <= up * d, "ceil_div rounds up");
    const auto numerator = static_cast<detail::UInt128>(n & INT64_MAX);
    const auto places = shift % 64;
    require(detail::shifted_div(numerator, static_cast<detail::UInt128>(d), places) ==
                (numerator << static_cast<unsigned>(places)) / static_cast<detail::UInt128>(d),
            "long division divides");
}

} // namespace

void fuzz(std::span<const std::byte> bytes) {
    Input input(bytes);
    if (input.flag()) {
        const auto text = input.rest();
        return check_typed({reinterpret_cast<const char*>(text.data()), text.size()});
    }
    const auto a = input.number();
    const auto b = input.number();
    check_text(a);
    check_order(a, b);
    check_order(a, a.to_double());
    for (const auto type : {SampleType::f16, SampleType::bf16, SampleType::f32})
        for (const double x : {a.to_double(), detail::FloatFormat(type).value_of(input.take<std::uint16_t>()),
                               input.take<double>()})
            check_rounding(type, x);
    check_division(input.take<std::int64_t>(), input.take<std::int64_t>(), input.take<std::uint8_t>());
}

} // namespace histo_cl::fuzz
