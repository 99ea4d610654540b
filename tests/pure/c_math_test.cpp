// fma() and round() as C defines them.

#include "core/c_math.hpp"
#include "support/random.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <type_traits>

using namespace histo_cl::detail;
using histo_cl::test::Random;

namespace {

template <class T>
void check_fused(T a, T b, T c, T expected) {
    CAPTURE(a);
    CAPTURE(b);
    CAPTURE(c);
    CHECK(fused_by_parts(a, b, c) == expected);
    CHECK(fused(a, b, c) == expected);
}

/// A random number of either sign, with an exponent within about `spread` of `middle`.
template <class T>
T any(Random& random, int middle, int spread) {
    const double fraction = static_cast<double>(static_cast<std::int64_t>(random.bits() | 1U)) * 0x1p-63;
    const auto up = static_cast<int>(random.whole(-spread, spread));
    return std::ldexp(static_cast<T>(fraction), middle + up);
}

template <class T>
bool same(T a, T b) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    return (std::isnan(a) && std::isnan(b)) || std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b);
}

} // namespace

TEST_CASE("fused: worked examples") {
    check_fused(0x1.6e667p+0F, 0x1.1cc37ap-1F, -0x1.944d42p+5F, -0x1.8deefcp+5F);
    check_fused(0x1.cf8fap+0F, 0x1.e8deep-4F, -0x1.1b1c7p+2F, -0x1.0d477ap+2F);
    check_fused(0x1.97670cp+3F, 0x1.fa2cbcp-2F, -0x1.1a00b2p+5F, -0x1.cf5048p+4F);
    // The square of 1 + e, minus its rounded value. Then a product just above 1, plus 1.
    check_fused(1 + 0x1p-23F, 1 + 0x1p-23F, -(1 + 0x1p-22F), 0x1p-46F);
    check_fused(1 + 0x1p-52, 1 + 0x1p-52, -(1 + 0x1p-51), 0x1p-104);
    check_fused(1 + 0x1p-52, 1 - 0x1p-53, 1.0, 2.0);
    // Slightly more than half a denormal. Then exactly half a denormal, which is rounded to even.
    check_fused(0x1p-537, 0x1.0000000000001p-538, 0x1p-1074, 0x1p-1073);
    check_fused(0x1p-537, 0x1p-538, 0x1p-1073, 0x1p-1073);
    check_fused(0x1p-537, 0x1p-538, 0x1p-1074, 0x1p-1073);
    // The product overflows, but the sum does not.
    check_fused(0x1p512, 0x1p512, -0x1.8p1023, 0x1p1022);
    check_fused(0x1p1023, 2.0, -std::numeric_limits<double>::infinity(),
                -std::numeric_limits<double>::infinity());
    CHECK(std::isnan(fused_by_parts(0.0, std::numeric_limits<double>::infinity(), 1.0)));
    CHECK(std::signbit(fused_by_parts(-0x1p-1000, 0x1p-1000, 0.0)));
    CHECK_FALSE(std::signbit(fused_by_parts(1.0, 1.0, -1.0)));
}

#ifndef __MINGW32__ // MinGW's std::fma is not a reference
TEST_CASE_TEMPLATE("fused: fused_by_parts() gives the system's result", T, float, double) {
    Random random(7);
    constexpr auto min_exponent = std::numeric_limits<T>::min_exponent;
    constexpr auto digits = std::numeric_limits<T>::digits;
    for (const int middle : {0, min_exponent / 2, (min_exponent - digits) / 2})
        for (const int spread : {1, digits, 3 * digits})
            for (int i = 0; i < 20000; ++i) {
                const T a = any<T>(random, middle, spread);
                const T b = any<T>(random, middle, spread);
                const T near = -a * b;
                for (const T c : {any<T>(random, 2 * middle, 2 * spread), near, std::nextafter(near, T{0})})
                    if (!same(fused_by_parts(a, b, c), std::fma(a, b, c))) {
                        CAPTURE(a);
                        CAPTURE(b);
                        CAPTURE(c);
                        FAIL(fused_by_parts(a, b, c), " for ", std::fma(a, b, c));
                    }
            }
}
#endif

TEST_CASE_TEMPLATE("rounded_away() rounds halves away from zero", T, float, double) {
    const T before_half = std::nextafter(T{0.5}, T{0});
    // A whole number, both of whose neighbours are whole numbers.
    const T whole = std::ldexp(T{1}, std::numeric_limits<T>::digits - 1) + 1;
    const std::array given{T{0},    before_half, T{0.5},
                           T{1.5},  T{2.5},      T{2.25},
                           T{2.75}, whole,       std::numeric_limits<T>::infinity()};
    const std::array expected{
        T{0}, T{0}, T{1}, T{2}, T{3}, T{2}, T{3}, whole, std::numeric_limits<T>::infinity()};
    for (std::size_t i = 0; i < given.size(); ++i) {
        CAPTURE(given[i]);
        CHECK(same(rounded_away(given[i]), expected[i]));
        CHECK(same(rounded_away(-given[i]), -expected[i]));
    }
    CHECK(std::isnan(rounded_away(std::numeric_limits<T>::quiet_NaN())));
}
