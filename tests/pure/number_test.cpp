#include "histo_cl/number.hpp"
#include "support/extremes.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <type_traits>
#include <vector>

using histo_cl::Number;
using histo_cl::test::i64_max;
using histo_cl::test::i64_min;
using histo_cl::test::inf;
using histo_cl::test::quiet_nan;
using histo_cl::test::u64_max;

static_assert(!std::is_constructible_v<Number, bool>);

namespace {

/// Parses the number's text as the same kind of number.
Number read_back(const Number& number) {
    const std::string text = number.to_string();
    const auto read = [&text](auto value) {
        const auto* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        REQUIRE_MESSAGE((error == std::errc{} && stop == end), text);
        return Number(value);
    };
    switch (number.kind()) {
    case Number::Kind::i64: return read(std::int64_t{});
    case Number::Kind::u64: return read(std::uint64_t{});
    case Number::Kind::f64: break;
    }
    return read(double{});
}

} // namespace

TEST_CASE("a Number keeps the kind and the value that it was given") {
    CHECK(Number(-1).kind() == Number::Kind::i64);
    CHECK(Number(-1).i64() == -1);
    CHECK(Number(i64_min).i64() == i64_min);
    CHECK(Number(1U).kind() == Number::Kind::u64);
    CHECK(Number(u64_max).u64() == u64_max);
    CHECK(Number(0.5F).kind() == Number::Kind::f64);
    CHECK(Number(0.1F).f64() == static_cast<double>(0.1F));
    CHECK(Number(0.1F).f64() != 0.1);
}

TEST_CASE("Numbers of every kind have one exact order") {
    // Strictly rising numbers. Some neighbours are equal if both are rounded to double.
    const std::vector<Number> rising{-inf,
                                     -0x1p64,
                                     -0x1.0000000000001p63,
                                     i64_min,
                                     i64_min + 1,
                                     -0x1.fffffffffffffp62,
                                     -0x1p53 - 2,
                                     -(std::int64_t{1} << 53) - 1,
                                     -0x1p53,
                                     -1.5,
                                     -1,
                                     -0x1.fffffffffffffp-1,
                                     -0x1p-1074,
                                     0,
                                     0x1p-1074,
                                     0x1.fffffffffffffp-1,
                                     1U,
                                     1.5,
                                     0x1p53,
                                     (std::int64_t{1} << 53) + 1,
                                     0x1p53 + 2,
                                     (std::uint64_t{1} << 53) + 3,
                                     i64_max,
                                     0x1p63,
                                     (std::uint64_t{1} << 63) + 1,
                                     0x1.fffffffffffffp63,
                                     u64_max - 1,
                                     u64_max,
                                     0x1p64,
                                     0x1p1023,
                                     inf};
    for (std::size_t i = 0; i < rising.size(); ++i)
        for (std::size_t j = 0; j < rising.size(); ++j) {
            CAPTURE(rising[i].to_string());
            CAPTURE(rising[j].to_string());
            CHECK((rising[i] <=> rising[j]) == std::partial_ordering(i <=> j));
            CHECK((rising[i] == rising[j]) == (i == j));
        }
}

TEST_CASE("Numbers of equal value are equal whatever their kinds") {
    const std::array<std::array<Number, 3>, 5> same{
        {{0, 0U, 0.0},
         {0, 0U, -0.0},
         {7, 7U, 7.0},
         {std::int64_t{1} << 53, std::uint64_t{1} << 53, 0x1p53},
         {std::int64_t{1} << 62, std::uint64_t{1} << 62, 0x1p62}}};
    for (const auto& kinds : same)
        for (const auto& a : kinds)
            for (const auto& b : kinds)
                CHECK(a == b);
    CHECK(Number(i64_min) == Number(-0x1p63));
    CHECK(Number(std::uint64_t{1} << 63) == Number(0x1p63));
}

TEST_CASE("a NaN is unordered, also to itself") {
    for (const Number& other : {Number(0), Number(u64_max), Number(i64_min), Number(inf), Number(quiet_nan)})
        for (const Number& not_a_number : {Number(quiet_nan), Number(-quiet_nan)}) {
            CHECK((not_a_number <=> other) == std::partial_ordering::unordered);
            CHECK((other <=> not_a_number) == std::partial_ordering::unordered);
            CHECK_FALSE(not_a_number == other);
        }
}

TEST_CASE("is_nan and is_finite are right for every kind") {
    CHECK(Number(quiet_nan).is_nan());
    CHECK_FALSE(Number(quiet_nan).is_finite());
    for (const double infinite : {inf, -inf}) {
        CHECK_FALSE(Number(infinite).is_nan());
        CHECK_FALSE(Number(infinite).is_finite());
    }
    // An integer is never NaN, whatever its bits.
    for (const Number& finite : {Number(u64_max), Number(-1), Number(0x1p1023), Number(-0.0)}) {
        CHECK_FALSE(finite.is_nan());
        CHECK(finite.is_finite());
    }
}

TEST_CASE("to_double is the nearest double") {
    CHECK(Number(-3).to_double() == -3.0);
    CHECK(Number(0.1).to_double() == 0.1);
    CHECK(Number((std::int64_t{1} << 53) + 1).to_double() == 0x1p53); // a tie goes to even
    CHECK(Number((std::int64_t{1} << 53) + 3).to_double() == 0x1p53 + 4);
    CHECK(Number(u64_max).to_double() == 0x1p64);
    CHECK(Number(i64_min).to_double() == -0x1p63);
    CHECK(std::isnan(Number(quiet_nan).to_double()));
}

TEST_CASE("to_string is short") {
    CHECK(Number(-42).to_string() == "-42");
    CHECK(Number(u64_max).to_string() == "18446744073709551615");
    CHECK(Number(i64_min).to_string() == "-9223372036854775808");
    CHECK(Number(0.1).to_string() == "0.1");
    CHECK(Number(-0.5).to_string() == "-0.5");
    CHECK(Number(inf).to_string() == "inf");
    CHECK(Number(-inf).to_string() == "-inf");
}

TEST_CASE("to_string can be read back as the same number") {
    for (const Number& number : {Number(0), Number(-0.0), Number(0.1), Number(1.0 / 3.0), Number(0x1p-1074),
                                 Number(-0x1.fffffffffffffp1023), Number(i64_min), Number(i64_max),
                                 Number(u64_max), Number(0x1p64), Number(254.999985F), Number(inf)}) {
        const Number read = read_back(number);
        CHECK(read == number);
        CHECK(std::signbit(read.to_double()) == std::signbit(number.to_double()));
    }
}
