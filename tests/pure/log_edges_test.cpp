// The edges of logarithmic bins are the doubles nearest to lower · (upper/lower)^(i/count). Raised to the
// power `count`, both the exact edge and the middles between doubles are rational. They are compared exactly,
// by integers of any length.

#include "core/exact.hpp"
#include "problem/binnings/log.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <compare>
#include <cstdint>
#include <doctest/doctest.h>
#include <functional>
#include <vector>

using namespace histo_cl;
using detail::log_edges;
using histo_cl::test::Random;

namespace {

/// A positive integer of any length.
class Natural {
  public:
    Natural& operator*=(std::uint64_t factor) {
        detail::UInt128 carry = 0;
        for (auto& word : words_) {
            carry += detail::UInt128{word} * factor;
            word = static_cast<std::uint64_t>(carry);
            carry >>= 64U;
        }
        if (carry != 0) words_.push_back(static_cast<std::uint64_t>(carry));
        return *this;
    }
    Natural& operator<<=(unsigned bits) {
        *this *= std::uint64_t{1} << bits % 64;
        words_.insert(words_.begin(), bits / 64, 0);
        return *this;
    }
    friend std::strong_ordering operator<=>(const Natural& a, const Natural& b) {
        if (a.words_.size() != b.words_.size()) return a.words_.size() <=> b.words_.size();
        return std::lexicographical_compare_three_way(a.words_.rbegin(), a.words_.rend(), b.words_.rbegin(),
                                                      b.words_.rend());
    }

  private:
    std::vector<std::uint64_t> words_{1};
};

/// The number whole · 2^exponent.
struct Binary {
    std::uint64_t whole;
    int exponent;
};

Binary binary(double x) {
    const int exponent = std::max(std::ilogb(x) - 52, -1074);
    return {static_cast<std::uint64_t>(std::ldexp(x, -exponent)), exponent};
}

/// The middle between two neighbouring doubles.
Binary between(double a, double b) {
    const auto low = binary(std::min(a, b));
    const auto high = binary(std::max(a, b));
    return {(high.whole << static_cast<unsigned>(high.exponent - low.exponent)) + low.whole,
            low.exponent - 1};
}

/// A product of powers.
struct Product {
    Natural whole;
    int exponent = 0;

    Product& times(Binary base, std::uint32_t power) {
        for (std::uint32_t i = 0; i < power; ++i)
            whole *= base.whole;
        exponent += base.exponent * static_cast<int>(power);
        return *this;
    }
    friend std::strong_ordering operator<=>(Product a, Product b) {
        const int common = std::min(a.exponent, b.exponent);
        a.whole <<= static_cast<unsigned>(a.exponent - common);
        b.whole <<= static_cast<unsigned>(b.exponent - common);
        return a.whole <=> b.whole;
    }
};

/// Whether each edge between the bounds is the double nearest to the exact edge.
bool are_nearest(const LogBins& bins) {
    const auto edges = log_edges(bins);
    for (std::uint32_t i = 1; i < bins.count; ++i) {
        Product exact;
        exact.times(binary(edges.front()), bins.count - i).times(binary(edges.back()), i);
        const auto from = between(edges[i], std::nextafter(edges[i], 0));
        const auto to = between(edges[i], std::nextafter(edges[i], HUGE_VAL));
        if (exact <=> Product().times(from, bins.count) < 0 || exact <=> Product().times(to, bins.count) > 0)
            return false;
    }
    return true;
}

} // namespace

TEST_CASE("logarithmic edges: each is the nearest double") {
    Random random(20);
    for (int i = 0; i < 300; ++i) {
        const double lower = std::exp2(random.real(-1073, 1000));
        const double factor = i % 3 == 0 ? random.real(1.001, 100) : std::exp2(random.real(0, 2000));
        const LogBins bins = log_bins(2 + static_cast<std::uint32_t>(random.below(12)), lower,
                                      std::min(lower * factor, DBL_MAX));
        INFO(to_string(bins));
        CHECK(are_nearest(bins));
    }
    CHECK(are_nearest(log_bins(3, 1, 10)));
    CHECK(are_nearest(log_bins(64, 1e-3, 1e6)));
    CHECK(are_nearest(log_bins(9, DBL_TRUE_MIN, DBL_MAX)));
    CHECK(are_nearest(log_bins(5, DBL_TRUE_MIN, 40 * DBL_TRUE_MIN)));
}

TEST_CASE("logarithmic edges: an edge that is a double is exact") {
    CHECK(log_edges(log_bins(3, 1, 1000)) == std::vector<double>{1, 10, 100, 1000});
    CHECK(log_edges(log_bins(5, 0.25, 8)) == std::vector<double>{0.25, 0.5, 1, 2, 4, 8});
    CHECK(log_edges(log_bins(2, 49, 81)) == std::vector<double>{49, 63, 81});
    CHECK(log_edges(log_bins(1, 3, 7)) == std::vector<double>{3, 7});
    const auto halves = log_edges(log_bins(2097, DBL_TRUE_MIN, 0x1p1023));
    for (std::size_t i = 0; i < halves.size(); ++i)
        CHECK(halves[i] == std::ldexp(DBL_TRUE_MIN, static_cast<int>(i)));
}

TEST_CASE("logarithmic edges: every n-th edge of many bins is an edge of fewer bins") {
    constexpr std::uint32_t few = 12;
    constexpr std::uint32_t each = max_bins / few;
    const auto all = log_edges(log_bins(few * each, 1e-3, 1e6));
    const auto some = log_edges(log_bins(few, 1e-3, 1e6));
    for (std::uint32_t i = 0; i <= few; ++i)
        CHECK(all[i * each] == some[i]);
}

TEST_CASE("logarithmic edges: surely_rise() is true only for edges that rise") {
    struct {
        LogBins bins;
        bool surely;
    } const cases[]{{log_bins(5000, 1, 1 + 0x1p-37), true},
                    {log_bins(5000, 1, 1 + 0x1p-38), false},
                    {log_bins(5000, 0x1.8p0, 0x1.8p0 + 0x1p-51 * 5000), false},
                    {log_bins(5000, 0x1p-1022, 1), true},
                    {log_bins(5000, 0x1.fp-1023, 1), false}, // the first edge is denormal
                    {log_bins(1, DBL_MIN, DBL_MAX), true},
                    {log_bins(3, 1, 9), true}};
    for (const auto& one : cases) {
        CHECK(detail::LogEdges(one.bins).surely_rise() == one.surely);
        const auto edges = log_edges(one.bins);
        if (one.surely) CHECK(std::ranges::adjacent_find(edges, std::greater_equal<>()) == edges.end());
    }
}

TEST_CASE("products: nearest_product() is the nearest double to the whole product") {
    Random random(7);
    const auto wide = [&](int exponent) {
        const auto high = random.bits() | std::uint64_t{1} << 63U;
        return detail::WideFloat{(detail::UInt128{high} << 64U) | random.bits(), exponent};
    };
    // Random digits, digits near the halfway points, and digits at a carry into another binade.
    for (int i = 0; i < 200'000; ++i) {
        auto a = wide(static_cast<int>(random.below(2000)) - 1000);
        auto b = wide(static_cast<int>(random.below(60)) - 30);
        if (i % 4 == 1) b.digits = (detail::UInt128{1} << 127U) + (random.bits() & 0xFFFF);
        if (i % 4 == 2) a.digits |= detail::UInt128{random.bits() | 0x3FF} << 64U;
        if (i % 4 == 3)
            a.digits = ~detail::UInt128{0} - (random.bits() & 0xFF), b.digits = ~detail::UInt128{0};
        if (a.exponent + b.exponent < -1070 || a.exponent + b.exponent > 1020) continue;
        REQUIRE(detail::nearest_product(a, b) == detail::nearest_double(a * b));
    }
}
