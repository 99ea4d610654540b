#include "core/float_format.hpp"
#include "histo_cl/error.hpp"
#include "reference/convert.hpp"
#include "support/extremes.hpp"
#include "support/random.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <type_traits>

using namespace histo_cl;
using detail::FloatFormat;
using detail::narrowed;
using test::inf;

namespace {

template <NarrowFloat T>
double number_of(unsigned bits) {
    return static_cast<double>(to_float(T{static_cast<std::uint16_t>(bits)}));
}

/// A type's properties, independent of the library.
template <class T>
struct Known;
template <>
struct Known<Half> {
    static constexpr unsigned infinity = 0x7C00;
    static constexpr double beyond = 65536; ///< the number that would follow the largest
};
template <>
struct Known<Bfloat16> {
    static constexpr unsigned infinity = 0x7F80;
    static constexpr double beyond = 0x1p128;
};

} // namespace

TEST_CASE("bfloat16s are the upper bits of floats") {
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const auto x = to_float(Bfloat16{static_cast<std::uint16_t>(bits)});
        if (!std::isnan(x)) REQUIRE(std::bit_cast<std::uint32_t>(x) == bits << 16U);
        REQUIRE(std::isnan(x) == ((bits & 0x7FFFU) > 0x7F80U));
    }
}

TEST_CASE_TEMPLATE(
    "every narrow float is itself, and between two neighbours the nearer or the even one is taken", T, Half,
    Bfloat16) {
    constexpr auto infinity = Known<T>::infinity;
    for (unsigned bits = 0; bits < infinity; ++bits) {
        CAPTURE(bits);
        const double low = number_of<T>(bits);
        // Numbers from the middle between the largest value and the next power of two on are rounded to
        // infinity.
        const double high = bits == infinity - 1 ? Known<T>::beyond : number_of<T>(bits + 1);
        REQUIRE(low < high);
        const double middle = (low + high) / 2;
        const unsigned even = bits % 2 == 0 ? bits : bits + 1;
        for (const unsigned sign : {0x0000U, 0x8000U}) {
            const double s = sign == 0 ? 1 : -1;
            REQUIRE(narrowed<T>(s * low).bits == (sign | bits));
            REQUIRE(narrowed<T>(s * middle).bits == (sign | even));
            REQUIRE(narrowed<T>(s * std::nextafter(middle, 0)).bits == (sign | bits));
            REQUIRE(narrowed<T>(s * std::nextafter(middle, inf)).bits == (sign | (bits + 1)));
        }
    }
}

TEST_CASE_TEMPLATE("doubles too small or large become 0 or infinite, a NaN stays one", T, Half, Bfloat16) {
    constexpr auto infinity = Known<T>::infinity;
    CHECK(narrowed<T>(inf).bits == infinity);
    CHECK(narrowed<T>(-1e300).bits == (0x8000 | infinity));
    CHECK(narrowed<T>(0x1p-1074).bits == 0x0000);
    CHECK(narrowed<T>(-0x1p-1074).bits == 0x8000);
    CHECK(std::isnan(to_float(narrowed<T>(std::numeric_limits<double>::quiet_NaN()))));
    CHECK(std::isnan(to_float(narrowed<T>(-std::numeric_limits<double>::signaling_NaN()))));
}

TEST_CASE_TEMPLATE("the reference, by arithmetic, has the same values and rounding", T, Half, Bfloat16) {
    constexpr auto type = sample_type_of<T>();
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        const T x{static_cast<std::uint16_t>(bits)};
        const double by_bits = static_cast<double>(to_float(x));
        const double by_arithmetic = reference::value_of_narrow(x);
        REQUIRE((by_bits == by_arithmetic || (std::isnan(by_bits) && std::isnan(by_arithmetic))));
        if (!std::isnan(by_bits)) REQUIRE(std::signbit(by_bits) == std::signbit(by_arithmetic));
    }
    test::Random random(3);
    for (int i = 0; i < 100'000; ++i) {
        const double x = random.one_in(2)
                             ? std::bit_cast<double>(random.bits())
                             : std::ldexp(random.real(-2, 2), static_cast<int>(random.whole(-140, 140)));
        if (std::isnan(x)) continue;
        CAPTURE(x);
        REQUIRE(FloatFormat(type).rounded(x) == reference::rounded_narrow(x, type));
    }
}

TEST_CASE("FloatFormat has the digits, bias and extremes of each format") {
    const FloatFormat f32(SampleType::f32);
    CHECK(f32.digits == std::numeric_limits<float>::digits);
    CHECK(f32.bias == 127);
    CHECK(f32.infinity == 0x7F80'0000U);
    CHECK(f32.min_normal == static_cast<double>(std::numeric_limits<float>::min()));
    CHECK(f32.largest == static_cast<double>(std::numeric_limits<float>::max()));
    const FloatFormat f64(SampleType::f64);
    CHECK(f64.digits == std::numeric_limits<double>::digits);
    CHECK(f64.bias == 1023);
    CHECK(f64.infinity == 0x7FF0'0000'0000'0000U);
    CHECK(f64.min_normal == std::numeric_limits<double>::min());
    CHECK(f64.largest == std::numeric_limits<double>::max());
    CHECK(FloatFormat(SampleType::f16).largest == 65504);
    CHECK(FloatFormat(SampleType::f16).min_normal == 0x1p-14);
    CHECK(FloatFormat(SampleType::bf16).largest == 0x1.FEp127);
    CHECK(FloatFormat(SampleType::bf16).min_normal == 0x1p-126);
}

TEST_CASE_TEMPLATE("keys rise with the floats, and value() converts them back", T, Half, Bfloat16) {
    const FloatFormat format(sample_type_of<T>());
    std::uint64_t before = 0;
    for (unsigned step = 0; step < 2 * Known<T>::infinity + 2; ++step) { // from −∞ to ∞
        const auto bits =
            step <= Known<T>::infinity ? 0x8000 + Known<T>::infinity - step : step - Known<T>::infinity - 1;
        const auto key = format.key(bits);
        REQUIRE(format.value(key) == number_of<T>(bits));
        if (step > 0) REQUIRE(key == before + 1);
        before = key;
    }
}

TEST_CASE("rounded_to() rounds to a sample's type") {
    CHECK(detail::rounded_to(SampleType::f16, 0.1) == 0.0999755859375);
    CHECK(detail::rounded_to(SampleType::bf16, 0.1) == 0.10009765625);
    CHECK(detail::rounded_to(SampleType::f32, 0.1) == static_cast<double>(0.1F));
    CHECK(detail::rounded_to(SampleType::f64, 0.1) == 0.1);
    CHECK(detail::rounded_to(SampleType::u8, 0.1) == 0.1);
}

TEST_CASE("each sample type is visited with its C++ type, and an unknown one is refused") {
    for (const auto type : all_sample_types) {
        const auto found = with_sample_type(type, []<class T>(std::type_identity<T> /*sample*/) {
            return std::pair(sample_type_of<T>(), sizeof(T));
        });
        CHECK(found == std::pair(type, bytes(type)));
        CHECK(sample_type_named(name(type)) == type);
    }
    constexpr auto none = static_cast<SampleType>(all_sample_types.size());
    CHECK(bytes(none) == 0);
    CHECK(name(none) == "unknown");
    CHECK_THROWS_AS(with_sample_type(none, [](auto) {}), Error);
}
