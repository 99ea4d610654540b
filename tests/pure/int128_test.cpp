// 128-bit integers in two words, compared with those of the compiler if it has them.

#include "core/integers.hpp"
#include "support/random.hpp"

#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>

using namespace histo_cl;
using detail::Signedness;
using detail::TwoWords;
using test::Random;

namespace {

using Signed = TwoWords<Signedness::two_complement>;
using Unsigned = TwoWords<Signedness::none>;

} // namespace

static_assert(~Unsigned{0} + 1 == 0);
static_assert(Signed{-3} * 5 == -15);
static_assert((Signed{-8} >> 2) == -2 && (~Unsigned{0} >> 127) == 1);
static_assert(Signed{-1} > -(Signed{1} << 100) && ~Unsigned{0} > 0);

TEST_CASE("two words: quotients, and the nearest doubles and floats") {
    CHECK(static_cast<double>(Signed{1} << 126) == 0x1p126);
    CHECK(static_cast<double>(-(Signed{3} << 64)) == -0x3p64);
    CHECK(static_cast<double>((Unsigned{1} << 100) + (Unsigned{1} << 47)) == 0x1p100); // a tie
    CHECK(static_cast<double>((Unsigned{1} << 100) + (Unsigned{1} << 47) + 1) == 0x1.0000000000001p100);
    CHECK(static_cast<float>((Unsigned{1} << 100) + (Unsigned{1} << 76) + 1) == 0x1.000002p100F);
    CHECK(Signed{-0x1.8p100} == -(Signed{3} << 99));
    CHECK(Signed{-2.75} == -2);
    CHECK(((Signed{7} << 100) / -(Signed{2} << 70) == -(Signed{7} << 29)));
    CHECK((((Unsigned{9} << 100) + 5) % (Unsigned{1} << 90) == 5));
    CHECK(Unsigned{0x1.fffffffffffffp127} == Unsigned{(std::uint64_t{1} << 53U) - 1} << 75);
}

#ifdef __SIZEOF_INT128__

namespace {

__extension__ using BuiltInSigned = __int128;
__extension__ using BuiltInUnsigned = unsigned __int128;

/// An integer of either sign with a random number of binary digits.
BuiltInUnsigned random_bits(Random& random) {
    const auto digits = random.whole(0, 128);
    auto bits = BuiltInUnsigned{random.bits()} << 64 | random.bits();
    if (digits < 128) bits &= (BuiltInUnsigned{1} << digits) - 1;
    return random.whole(0, 1) == 0 ? bits : -bits;
}

template <class Words, class BuiltIn>
void check_against_built_in() {
    Random random(7);
    const auto of = [](BuiltInUnsigned bits) {
        return (Words{static_cast<std::uint64_t>(bits >> 64)} << 64) |
               Words{static_cast<std::uint64_t>(bits)};
    };
    for (int i = 0; i < 20'000; ++i) {
        const auto a_bits = random_bits(random);
        const auto b_bits = random_bits(random);
        const auto by = static_cast<unsigned>(random.whole(0, 127));
        const auto a = static_cast<BuiltIn>(a_bits);
        const auto b = static_cast<BuiltIn>(b_bits);
        const auto x = of(a_bits);
        const auto y = of(b_bits);
        bool same =
            x + y == of(a_bits + b_bits) && x - y == of(a_bits - b_bits) && x * y == of(a_bits * b_bits);
        // -1 is not used as a divisor, because the negative of the smallest integer cannot be represented.
        if (b_bits != 0 && b != static_cast<BuiltIn>(~BuiltInUnsigned{0}))
            same = same && x / y == of(static_cast<BuiltInUnsigned>(a / b)) &&
                   x % y == of(static_cast<BuiltInUnsigned>(a % b));
        same =
            same && (x << by) == of(a_bits << by) && (x >> by) == of(static_cast<BuiltInUnsigned>(a >> by));
        same = same && (x & y) == of(a_bits & b_bits) && (x | y) == of(a_bits | b_bits) &&
               (x ^ y) == of(a_bits ^ b_bits) && ~x == of(~a_bits) && -x == of(-a_bits);
        same = same && (x < y) == (a < b) && (x <= y) == (a <= b) && (x == y) == (a == b);
        same = same && static_cast<std::int64_t>(x) == static_cast<std::int64_t>(a) &&
               static_cast<std::uint16_t>(x) == static_cast<std::uint16_t>(a);
        const auto real = static_cast<double>(a);
        same = same && static_cast<double>(x) == real && static_cast<float>(x) == static_cast<float>(a);
        if (std::fabs(real) < 0x1p126)
            same =
                same && Words{real / 3} == of(static_cast<BuiltInUnsigned>(static_cast<BuiltIn>(real / 3)));
        CAPTURE(static_cast<std::uint64_t>(a_bits >> 64));
        CAPTURE(static_cast<std::uint64_t>(a_bits));
        CAPTURE(static_cast<std::uint64_t>(b_bits >> 64));
        CAPTURE(static_cast<std::uint64_t>(b_bits));
        CAPTURE(by);
        REQUIRE(same);
    }
}

} // namespace

TEST_CASE("two words: all operations have the results of the compiler's integers") {
    check_against_built_in<Signed, BuiltInSigned>();
    check_against_built_in<Unsigned, BuiltInUnsigned>();
}

#endif
