// Compares the kernels' arithmetic on the bits of doubles, compiled as C++, with the processor's. These tests
// are compiled only where a C++ long has 64 bits, as in OpenCL C.
#if __SIZEOF_LONG__ == 8

#include "support/random.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>

namespace {

namespace opencl_c {

using uint = std::uint32_t;
using ulong = std::uint64_t;
using std::max;
using std::min;

ulong clz(ulong x) {
    return static_cast<ulong>(std::countl_zero(x));
}
uint abs(int x) {
    return x < 0 ? 0U - static_cast<uint>(x) : static_cast<uint>(x);
}
ulong mul_hi(ulong a, ulong b) {
    const ulong low_a = a & 0xFFFFFFFF;
    const ulong low_b = b & 0xFFFFFFFF;
    const ulong middle = (a >> 32U) * low_b + (low_a * low_b >> 32U);
    return (a >> 32U) * (b >> 32U) + (middle >> 32U) + ((low_a * (b >> 32U) + (middle & 0xFFFFFFFF)) >> 32U);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#include "../kernels/load/double_bits.cl"
#include "../kernels/ops/real_of_bits.cl"
#pragma GCC diagnostic pop

} // namespace opencl_c

constexpr auto bits_of_double = [](double x) { return std::bit_cast<std::uint64_t>(x); };
constexpr auto double_of_bits = [](std::uint64_t x) { return std::bit_cast<double>(x); };

/// A random finite double. Many are special values, have magnitudes near 1, or have few binary digits.
double random_double(histo_cl::test::Random& random) {
    constexpr std::array kinds{0.0, -0.0, 1.0, 0x1p-1074, -0x1p-1022, std::numeric_limits<double>::max()};
    if (random.one_in(8)) return random.pick(kinds);
    auto x = random.bits();
    if (random.one_in(2)) x = (x & ~(std::uint64_t{0x7FC} << 52U)) | (std::uint64_t{0x3FC} << 52U);
    if (random.one_in(3)) x &= ~std::uint64_t{0} << random.below(53);
    return std::isfinite(double_of_bits(x)) ? double_of_bits(x) : 1.5;
}

void check_same(std::uint64_t got, double expected) {
    if (got == bits_of_double(expected)) return;
    CHECK(double_of_bits(got) == expected); // a zero may have either sign
    if (double_of_bits(got) != 0) CHECK(got == bits_of_double(expected));
}

} // namespace

TEST_CASE("doubles by bits: each operation gives the processor's result") {
    histo_cl::test::Random random(3);
    for (int i = 0; i < 300'000; ++i) {
        const double a = random_double(random);
        const double b = random.one_in(4) ? std::nextafter(-a, random_double(random)) : random_double(random);
        CAPTURE(a);
        CAPTURE(b);
        check_same(opencl_c::sum_of_reals(bits_of_double(a), bits_of_double(b)), a + b);
        check_same(opencl_c::difference_of_reals(bits_of_double(a), bits_of_double(b)), a - b);
        check_same(opencl_c::product_of_reals(bits_of_double(a), bits_of_double(b)), a * b);
        if (b != 0) check_same(opencl_c::quotient_of_reals(bits_of_double(a), bits_of_double(b)), a / b);
        if (a != 0 || b != 0) CHECK(opencl_c::is_less(bits_of_double(a), bits_of_double(b)) == (a < b));
        if (a == 0) continue;
        const int power = static_cast<int>(random.below(200)) - 100;
        check_same(opencl_c::times_power_of_2(bits_of_double(a), power), std::ldexp(a, power));
        CHECK(opencl_c::exponent_of(bits_of_double(a)) == std::ilogb(a));
        if (a >= 0 && a < 0x1p64)
            CHECK(opencl_c::whole_of_real(bits_of_double(a)) == static_cast<std::uint64_t>(a));
    }
    CHECK(!opencl_c::is_finite(bits_of_double(HUGE_VAL)));
    CHECK(!opencl_c::is_finite(bits_of_double(std::nan(""))));
    CHECK(opencl_c::is_less(bits_of_double(-HUGE_VAL), bits_of_double(-1e300)));
}

TEST_CASE("doubles by bits: integers and floats are converted as by the processor") {
    histo_cl::test::Random random(4);
    for (int i = 0; i < 100'000; ++i) {
        const auto x = random.bits() >> random.below(64);
        const auto word = static_cast<std::uint32_t>(x);
        CHECK(opencl_c::real_of_whole(x) == bits_of_double(static_cast<double>(x)));
        CHECK(opencl_c::real_of_long(static_cast<std::int64_t>(x)) ==
              bits_of_double(static_cast<double>(static_cast<std::int64_t>(x))));
        CHECK(opencl_c::double_of_uint(word) == bits_of_double(word));
        CHECK(opencl_c::double_of_int(static_cast<std::int32_t>(word)) ==
              bits_of_double(static_cast<std::int32_t>(word)));
        const auto single = std::bit_cast<float>(static_cast<std::uint32_t>(random.bits()));
        if (!std::isnan(single))
            CHECK(opencl_c::double_of_float(std::bit_cast<std::uint32_t>(single)) ==
                  bits_of_double(double{single}));
    }
    for (const auto x : std::array<std::uint32_t, 6>{0, 1, 0x80000000, 0x007FFFFF, 0x7F800000, 0xFF800000})
        CHECK(opencl_c::double_of_float(x) == bits_of_double(double{std::bit_cast<float>(x)}));
    CHECK(opencl_c::double_of_int(std::numeric_limits<std::int32_t>::min()) == bits_of_double(-0x1p31));
    CHECK(opencl_c::real_of_long(std::numeric_limits<std::int64_t>::min()) == bits_of_double(-0x1p63));
}

#endif
