// The difference of two histograms on the device equals the host's bit for bit.

#include "api/fixture.hpp"
#include "problem/weights.hpp"

#include <bit>
#include <cmath>
#include <limits>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

const SubtractionPlan& subtraction_plan_for(CounterType counter) {
    static std::map<CounterType, SubtractionPlan> plans;
    auto found = plans.find(counter);
    if (found == plans.end())
        found =
            plans.emplace(counter, SubtractionPlan(test_device().context()(), test_device().id(), counter))
                .first;
    return found->second;
}

enum class Into { another, minuend, subtrahend };

/// The difference computed on the device, written to one of the operands' buffers or to another buffer.
/// Checks that no other buffer changes.
template <class Counter>
std::vector<Counter> difference(CounterType type, const std::vector<Counter>& minuend,
                                const std::vector<Counter>& subtrahend, Into into) {
    const auto& on = test_device();
    const auto count = minuend.size();
    const auto a = on.make_buffer(minuend);
    const auto b = on.make_buffer(subtrahend);
    const auto other = on.make_buffer(std::vector<Counter>(count + 1, 77));
    const auto& target = into == Into::another ? other : into == Into::minuend ? a : b;
    subtraction_plan_for(type).enqueue(
        on.queue()(), {.minuend = a(), .subtrahend = b(), .difference = target(), .counters = count});
    if (into != Into::minuend) CHECK(on.read_back<Counter>(a, count) == minuend);
    if (into != Into::subtrahend) CHECK(on.read_back<Counter>(b, count) == subtrahend);
    auto read = on.read_back<Counter>(other, count + 1);
    CHECK(read.back() == 77);
    if (into == Into::another) {
        read.pop_back();
        return read;
    }
    return on.read_back<Counter>(target, count);
}

template <class Counter>
void check_integers(CounterType type) {
    Random random(8 * sizeof(Counter));
    std::vector<Counter> minuend(3001);
    std::vector<Counter> subtrahend(minuend.size());
    std::vector<Counter> expected(minuend.size());
    for (std::size_t i = 0; i < minuend.size(); ++i) {
        minuend[i] = static_cast<Counter>(random.bits());
        subtrahend[i] = static_cast<Counter>(random.bits());
        using Bits = std::make_unsigned_t<Counter>;
        expected[i] = static_cast<Counter>(static_cast<Bits>(minuend[i]) - static_cast<Bits>(subtrahend[i]));
    }
    for (const auto into : {Into::another, Into::minuend, Into::subtrahend})
        CHECK(difference(type, minuend, subtrahend, into) == expected);
}

/// The bits of the difference computed on the host. The NaN that marks a weight beyond the bound is kept.
/// Every other NaN becomes the quiet NaN.
std::uint64_t expected_bits(double a, double b) {
    const auto beyond = histo_cl::detail::beyond_weight_bound(histo_cl::CounterType::f64);
    if (std::bit_cast<std::uint64_t>(a) == beyond || std::bit_cast<std::uint64_t>(b) == beyond) return beyond;
    const double less = a - b == 0 ? 0 : a - b; // sums are never -0
    return std::isnan(less) ? std::bit_cast<std::uint64_t>(std::numeric_limits<double>::quiet_NaN())
                            : std::bit_cast<std::uint64_t>(less);
}

std::uint64_t same_nan(std::uint64_t bits) {
    if (bits == histo_cl::detail::beyond_weight_bound(CounterType::f64)) return bits;
    return expected_bits(std::bit_cast<double>(bits), 0);
}

/// Any random double, or a double near `other`: one that differs by at most 2 units in the last place, one
/// with a nearby exponent, half a unit in the last place with the opposite sign, or -`other`.
double near_number(Random& random, double other) {
    const auto bits = std::bit_cast<std::uint64_t>(other);
    switch (random.below(5)) {
    case 0: return std::bit_cast<double>(random.bits());
    case 1: return std::bit_cast<double>(bits + random.below(5) - 2);
    case 2:
        return std::ldexp(1 + static_cast<double>(random.bits() >> 12U) * 0x1p-52,
                          std::ilogb(other) - static_cast<int>(random.below(110)) + 55);
    case 3: return std::ldexp(std::copysign(1.0, -other), std::ilogb(other) - 53);
    default: return -other;
    }
}

} // namespace

TEST_CASE("subtraction: counters of integers, written to separate memory or over an operand") {
    check_integers<std::uint32_t>(CounterType::u32);
    check_integers<std::uint64_t>(CounterType::u64);
    check_integers<std::int64_t>(CounterType::i64);
}

TEST_CASE("subtraction: sums of doubles are rounded as the host rounds them") {
    const double infinity = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto beyond = std::bit_cast<double>(histo_cl::detail::beyond_weight_bound(CounterType::f64));
    const std::vector special{0.0,
                              -0.0,
                              1.0,
                              -1.0,
                              5e-324,
                              -5e-324,
                              2.2250738585072014e-308,
                              1e308,
                              -1e308,
                              1.7976931348623157e308,
                              infinity,
                              -infinity,
                              nan,
                              beyond};
    std::vector<std::uint64_t> minuend;
    std::vector<std::uint64_t> subtrahend;
    const auto add = [&](double a, double b) {
        minuend.push_back(std::bit_cast<std::uint64_t>(a));
        subtrahend.push_back(std::bit_cast<std::uint64_t>(b));
    };
    for (const auto a : special)
        for (const auto b : special)
            add(a, b);
    Random random(53);
    for (int i = 0; i < 20000; ++i) {
        const auto a = std::bit_cast<double>(random.bits());
        add(a, std::isfinite(a) && a != 0 ? near_number(random, a) : std::bit_cast<double>(random.bits()));
    }
    std::vector<std::uint64_t> expected;
    for (std::size_t i = 0; i < minuend.size(); ++i)
        expected.push_back(
            expected_bits(std::bit_cast<double>(minuend[i]), std::bit_cast<double>(subtrahend[i])));
    for (const auto into : {Into::another, Into::minuend, Into::subtrahend}) {
        const auto bits = difference(CounterType::f64, minuend, subtrahend, into);
        for (std::size_t i = 0; i < bits.size(); ++i) {
            if (same_nan(bits[i]) == expected[i]) continue;
            INFO(std::bit_cast<double>(minuend[i]), " less ", std::bit_cast<double>(subtrahend[i]));
            CHECK(same_nan(bits[i]) == expected[i]);
        }
    }
}

TEST_CASE("subtraction: sums of floats are rounded as the host rounds them") {
    constexpr std::uint32_t beyond = histo_cl::detail::beyond_weight_bound(CounterType::f32);
    Random random(54);
    std::vector<std::uint32_t> minuend{beyond, 0x3F80'0000, 1, 0x7F80'0000, 0x7F7F'FFFF};
    std::vector<std::uint32_t> subtrahend{0x3F80'0000, beyond, 0x8000'0001, 0x3F80'0000, 0xFF7F'FFFF};
    for (int i = 0; i < 20000; ++i) {
        minuend.push_back(static_cast<std::uint32_t>(random.bits()));
        const auto near = minuend.back() + static_cast<std::uint32_t>(random.below(9) - 4) +
                          (static_cast<std::uint32_t>(random.below(60)) << 23U);
        subtrahend.push_back(random.one_in(3) ? static_cast<std::uint32_t>(random.bits()) : near);
    }
    const auto bits = difference(CounterType::f32, minuend, subtrahend, Into::another);
    for (std::size_t i = 0; i < bits.size(); ++i) {
        const auto a = std::bit_cast<float>(minuend[i]), b = std::bit_cast<float>(subtrahend[i]);
        const float less = a - b == 0 ? 0 : a - b; // sums are never -0
        INFO(a, " less ", b);
        if (minuend[i] == beyond || subtrahend[i] == beyond)
            CHECK(bits[i] == beyond);
        else if (std::isnan(less))
            CHECK(bits[i] == 0x7FC0'0000U);
        else
            CHECK(bits[i] == std::bit_cast<std::uint32_t>(less));
    }
}
