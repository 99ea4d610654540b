#include "core/half.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>

using namespace histo_cl;
using detail::to_half;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

double value(unsigned bits) {
    return static_cast<double>(to_float(Half{static_cast<std::uint16_t>(bits)}));
}

} // namespace

TEST_CASE("the values of halves") {
    CHECK(value(0x0000) == 0);
    CHECK(value(0x8000) == 0);
    CHECK(std::signbit(value(0x8000)));
    CHECK_FALSE(std::signbit(value(0x0000)));
    CHECK(value(0x0001) == 0x1p-24); // the least denormal
    CHECK(value(0x03FF) == 1023 * 0x1p-24);
    CHECK(value(0x0400) == 0x1p-14); // the least normal
    CHECK(value(0x3C00) == 1);
    CHECK(value(0x3C01) == 1 + 0x1p-10);
    CHECK(value(0xC000) == -2);
    CHECK(value(0x3555) == 0.333251953125);
    CHECK(value(0x7BFF) == 65504);
    CHECK(value(0x7C00) == inf);
    CHECK(value(0xFC00) == -inf);
    CHECK(std::isnan(value(0x7C01)));
    CHECK(std::isnan(value(0xFE00)));
}

TEST_CASE("every half is itself, and between two neighbours the nearer or the even one is taken") {
    for (unsigned bits = 0; bits < 0x7C00; ++bits) {
        CAPTURE(bits);
        const double low = value(bits);
        // The one after the greatest would be 65536, from whose middle on all is infinite.
        const double high = bits == 0x7BFF ? 65536 : value(bits + 1);
        REQUIRE(low < high);
        const double middle = (low + high) / 2;
        const unsigned even = bits % 2 == 0 ? bits : bits + 1;
        for (const unsigned sign : {0x0000U, 0x8000U}) {
            const double s = sign == 0 ? 1 : -1;
            REQUIRE(to_half(s * low).bits == (sign | bits));
            REQUIRE(to_half(s * middle).bits == (sign | even));
            REQUIRE(to_half(s * std::nextafter(middle, 0)).bits == (sign | bits));
            REQUIRE(to_half(s * std::nextafter(middle, inf)).bits == (sign | (bits + 1)));
        }
    }
}

TEST_CASE("doubles that no half is near") {
    CHECK(to_half(inf).bits == 0x7C00);
    CHECK(to_half(-1e300).bits == 0xFC00);
    CHECK(to_half(0x1p-1074).bits == 0x0000);
    CHECK(to_half(-0x1p-1074).bits == 0x8000);
    CHECK(std::isnan(to_float(to_half(std::numeric_limits<double>::quiet_NaN()))));
    // Rounded once: by way of a float it would become 1 + 2^-9.
    CHECK(to_half(1 + 3 * 0x1p-11 - 0x1p-40).bits == 0x3C01);
}

TEST_CASE("rounded to a sample's type") {
    CHECK(detail::rounded_to(SampleType::f16, 0.1) == 0.0999755859375);
    CHECK(detail::rounded_to(SampleType::f32, 0.1) == static_cast<double>(0.1F));
    CHECK(detail::rounded_to(SampleType::f64, 0.1) == 0.1);
}
