#include "core/integers.hpp"
#include "histo_cl/partial.hpp"
#include "plan/partial_sums.hpp"
#include "reference_counts.hpp"
#include "support/counters.hpp"
#include "support/error.hpp"
#include "support/extremes.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cfloat>
#include <cmath>
#include <doctest/doctest.h>
#include <vector>

using namespace histo_cl;
using detail::Int128;
using test::check_invalid;
using test::Random;
using test::u64_max;

namespace {

using Words = std::vector<std::uint64_t>;

Problem weighed(double maximum, std::uint64_t elements, SampleType type = SampleType::f64) {
    return {.axes = {identity_bins(1)}, .weights = {.type = type, .bound = {{maximum, elements}}}};
}

/// The four words of a device's counter: three for whole units, one for flags.
std::array<std::uint32_t, 4> device_words(Int128 units, std::uint32_t flags = 0) {
    return {static_cast<std::uint32_t>(units), static_cast<std::uint32_t>(units >> 32),
            static_cast<std::uint32_t>(units >> 64), flags};
}

Words words_of(const Problem& problem, Int128 units, std::uint32_t flags = 0) {
    const auto left = device_words(units, flags);
    return detail::words_of(problem, CounterType::f64, std::as_bytes(std::span(left)));
}

Words added(const Words& a, const Words& b) {
    Words sum = a;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum[i] += b[i];
    return sum;
}

std::uint64_t finished(const Problem& problem, const Words& words) {
    return std::bit_cast<std::uint64_t>(Partial::from_words(problem, words, 1).histogram().sums[0]);
}

std::uint64_t bits(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

/// The reference's sum of these weights.
std::uint64_t reference_sum(const Problem& problem, const std::vector<double>& weights) {
    const std::vector<std::uint8_t> samples(weights.size());
    return bits(reference_histogram(problem, {.samples = std::as_bytes(std::span(samples)),
                                              .weights = std::as_bytes(std::span(weights))})
                    .sums[0]);
}

} // namespace

TEST_CASE("only problems whose parts can be merged have partials") {
    const auto refuses = [](std::initializer_list<std::string_view> words, const Problem& problem) {
        check_invalid(words, [&] { return Partial(problem); });
    };
    refuses({"a batch", "merged"}, {.axes = {identity_bins(256)}, .batch = Batch::segments});
    refuses({"f32 weights without weights.bound", "merged"},
            {.axes = {identity_bins(256)}, .weights = {.type = SampleType::f32}});
    refuses({"the element's index"}, {.axes = {custom_bins(2, "i & 1")}});
    refuses({"no axes"}, {});
    refuses({"weights.bound.maximum"}, weighed(-1, 1));
    Problem problem{.axes = {identity_bins(3)}};
    const Partial nothing(problem);
    CHECK(nothing.elements() == 0);
    CHECK(nothing.histogram() == Words{0, 0, 0});
    CHECK(nothing.words().size() == 3);
    CHECK(nothing.problem() == problem);
    CHECK(Partial(weighed(1, 1)).histogram() == std::vector<double>{0});
}

TEST_CASE("merging two partials adds their words") {
    const Problem counts{.axes = {identity_bins(2)}};
    auto a = Partial::from_words(counts, Words{3, 4}, 9);
    const auto b = Partial::from_words(counts, Words{5, 0}, 5);
    a.merge(b);
    CHECK(a == Partial::from_words(counts, Words{8, 4}, 14));
    CHECK(a.histogram() == Words{8, 4});
    a.merge(a);
    CHECK(a == Partial::from_words(counts, Words{16, 8}, 28));

    const Problem wholes{.axes = {identity_bins(1)}, .weights = {.type = SampleType::i32}};
    auto negative = Partial::from_words(wholes, Words{std::uint64_t{0} - 5}, 1);
    negative.merge(Partial::from_words(wholes, Words{3}, 1));
    CHECK(negative.histogram() == std::vector<std::int64_t>{-2});
}

TEST_CASE("words that no part can have are refused, and a refused merge changes nothing") {
    const Problem counts{.axes = {identity_bins(2)}};
    auto partial = Partial::from_words(counts, Words{1, 2}, 3);
    const auto before = partial;
    check_invalid({"3 words", "has 2"}, [&] { return Partial::from_words(counts, Words{1, 2, 3}, 9); });
    check_invalid({"counter 1", "count of 4", "3 elements"}, [&] {
        return Partial::from_words(counts, Words{1, 4}, 3);
    });
    check_invalid({"into 3 even bins", "cannot be merged", "into 2 even bins"},
                  [&] { partial.merge(Partial({.axes = {identity_bins(3)}})); });
    check_invalid({"2^64 - 1"}, [&] { partial.merge(Partial::from_words(counts, Words{0, 0}, u64_max)); });
    CHECK(partial == before);

    const auto bounded = weighed(1, 10);
    auto half = Partial::from_words(bounded, Words{1, 0, 0}, 6);
    check_invalid({"12 elements", "at most 10"}, [&] { half.merge(half); });
    check_invalid({"11 elements", "at most 10"}, [&] {
        return Partial::from_words(bounded, Words{1, 0, 0}, 11);
    });
    check_invalid({"counter 0", "bound"}, [&] {
        return Partial::from_words(bounded, Words{0, (std::uint64_t{1} << 62U) + 1, 0}, 1);
    });
    check_invalid({"counter 0", "bound"}, [&] {
        return Partial::from_words(bounded, Words{0, 0, std::uint64_t{1} << 63U}, 1);
    });
    check_invalid({"counter 0", "weights.bound.maximum"}, [&] { return words_of(bounded, 0, 8); });
}

TEST_CASE("sums of words are rounded once, as the reference's are") {
    Random random(11);
    for (int round = 0; round < 2000; ++round) {
        const auto count = random.between(1, 60);
        const auto exponent = static_cast<int>(random.whole(-1022, 1023));
        const auto problem = weighed(std::ldexp(1.0, exponent), count);
        const int unit = exponent + 1 + static_cast<int>(std::bit_width(count)) - 94;
        std::vector<double> weights(count);
        Words sum(3);
        for (auto& weight : weights) {
            const auto magnitude = std::ldexp(random.unit(), exponent - static_cast<int>(random.below(94)));
            weight = random.one_in(2) ? magnitude : -magnitude;
            const double units = std::rint(std::ldexp(weight, -unit)); // ties to even
            sum = added(sum, words_of(problem, static_cast<Int128>(units)));
        }
        CAPTURE(round);
        CHECK(finished(problem, sum) == reference_sum(problem, weights));
    }
}

TEST_CASE("sums of words at the ends of the range of doubles") {
    CHECK(finished(weighed(DBL_MAX, 2), words_of(weighed(DBL_MAX, 2), Int128{1} << 93)) == bits(inf));
    CHECK(finished(weighed(DBL_MAX, 2), words_of(weighed(DBL_MAX, 2), -(Int128{1} << 93))) == bits(-inf));
    // Rounded up to 2^1024.
    CHECK(finished(weighed(DBL_MAX, 1), words_of(weighed(DBL_MAX, 1), (Int128{1} << 93) - 1)) == bits(inf));
    CHECK(finished(weighed(1, 1), words_of(weighed(1, 1), -1)) == bits(-0x1p-92));
    const auto smallest = weighed(DBL_MIN, 1); // units of 2^-1114
    CHECK(finished(smallest, words_of(smallest, Int128{1} << 40)) == bits(0x1p-1074));
    CHECK(finished(smallest, words_of(smallest, Int128{1} << 39)) == 0); // a tie
    CHECK(finished(smallest, words_of(smallest, (Int128{1} << 39) + 1)) == bits(0x1p-1074));
    CHECK(finished(smallest, words_of(smallest, -1)) == bits(-0.0));
    CHECK(finished(smallest, words_of(smallest, (Int128{1} << 92) - 1)) == bits(DBL_MIN));
}

TEST_CASE("NaN and infinities of any part are in the sum") {
    constexpr std::uint32_t nan = 1;
    constexpr std::uint32_t plus = 2;
    constexpr std::uint32_t minus = 4;
    constexpr auto nan_bits = 0x7FF8'0000'0000'0000U;
    const auto problem = weighed(1, u64_max);
    const auto of = [&](std::uint32_t flags) { return words_of(problem, 1, flags); };
    CHECK(finished(problem, of(nan)) == nan_bits);
    CHECK(finished(problem, of(plus)) == bits(inf));
    CHECK(finished(problem, of(minus)) == bits(-inf));
    CHECK(finished(problem, of(plus | minus)) == nan_bits);
    CHECK(finished(problem, added(of(plus), of(minus))) == nan_bits);
    CHECK(finished(problem, added(of(plus), of(nan))) == nan_bits);
    // The maximum number of parts that may be added word by word.
    auto infinite = words_of(problem, -1, minus), finite = words_of(problem, -1);
    for (std::uint32_t parts = 1; parts < 1U << 20U; parts *= 2) {
        infinite = added(infinite, infinite);
        finite = added(finite, finite);
    }
    CHECK(finished(problem, infinite) == bits(-inf));
    CHECK(finished(problem, finite) == bits(std::ldexp(-0x1p20, 1 + 64 - 94)));
    // Sums that are the same infinity, or both NaN, have the same words, whatever their numbers of units.
    CHECK(of(plus) == words_of(problem, 5, plus));
    CHECK(of(nan) == words_of(problem, 5, plus | minus));
}

TEST_CASE("counts beside sums of several weight vectors: one word per count, three per sum") {
    Problem problem = weighed(1, 1000);
    problem.axes = {identity_bins(2)};
    problem.weights.vectors = 2;
    problem.weights.counts = true;
    problem.weights.squares = true;
    const Partial nothing(problem);
    CHECK(nothing.words().size() == 2 + 3 * 8);
    Words words(nothing.words().begin(), nothing.words().end());
    words[1] = 7;
    // A weight of 1, as a number of units of the given sum.
    const auto unit = [&](std::size_t sum) { return Int128{1} << (sum < 4 ? 83 : 82); };
    for (std::size_t sum = 0; sum < 8; ++sum) {
        words[2 + 3 * sum] = static_cast<std::uint32_t>(unit(sum));
        words[3 + 3 * sum] = static_cast<std::uint64_t>(unit(sum) >> 32);
    }
    const auto partial = Partial::from_words(problem, words, 7);
    const auto sums = test::counters_in<double>(partial.histogram());
    CHECK(sums[0] == 0);
    CHECK(sums[1] == 7);
    for (std::size_t sum = 0; sum < 4; ++sum) {
        CHECK(sums[2 + sum] == 1);
        CHECK(sums[6 + sum] == 1);
    }
    CHECK(Partial::from_bytes(problem, partial.to_bytes()) == partial);
    auto by_cell = problem;
    by_cell.counter = CounterType::f32;
    by_cell.weights.order = CounterOrder::by_cell;
    const auto ordered = Partial::from_words(by_cell, partial.words(), 7);
    CHECK(ordered == partial);
    CHECK(ordered.histogram() == std::vector<float>{0, 1, 1, 1, 1, /**/ 7, 1, 1, 1, 1});
    check_invalid({"counter 5", "count of 7", "6 elements"},
                  [&] { return Partial::from_words(by_cell, words, 6); });
    check_invalid({"counter 1", "count of 7", "6 elements"},
                  [&] { return Partial::from_words(problem, words, 6); });
    words[3 + 3 * 2] = (std::uint64_t{1} << 62U) + 1;
    check_invalid({"counter 4", "no sum"}, [&] { return Partial::from_words(problem, words, 7); });
    auto other = problem;
    other.weights.vectors = 3;
    CHECK(Partial(other).fingerprint() != nothing.fingerprint());
}

TEST_CASE("the order of merges changes no bit of a partial") {
    Random random(3);
    const auto problem = weighed(1, 1000);
    std::vector<Partial> parts;
    for (int part = 0; part < 20; ++part) {
        const auto high = static_cast<Int128>(random.whole(-1'000'000'000, 1'000'000'000)) << 45;
        parts.push_back(Partial::from_words(
            problem, words_of(problem, high + random.whole(-5, 5), random.one_in(9) ? 2 : 0), 7));
    }
    const auto merged = [&] {
        Partial whole(problem);
        for (const auto& part : parts)
            whole.merge(part);
        return whole;
    };
    const auto whole = merged();
    for (int order = 0; order < 10; ++order) {
        random.shuffle(parts);
        CHECK(merged().to_bytes() == whole.to_bytes());
    }
    // Parts of parts: the sums of pairs, then of pairs of pairs, and so on.
    for (; parts.size() > 1; parts.pop_back())
        parts[parts.size() / 2 - 1].merge(parts.back());
    CHECK(parts[0] == whole);
}

TEST_CASE("the fingerprint changes with the bins and the unit, and with nothing else") {
    const Problem usual{.sample = SampleType::f32,
                        .axes = {even_bins(4, 0, 2), edge_bins({0, 0.5, 3})},
                        .joint = true,
                        .weights = {.type = SampleType::f64, .bound = {{1.5, 100}}}};
    const auto print = [](const Problem& problem) { return Partial(problem).fingerprint(); };
    const auto changed = [&](const auto& change) {
        auto other = usual;
        change(other);
        return print(other) != print(usual);
    };
    CHECK(changed([](Problem& other) { other.sample = SampleType::f64; }));
    CHECK(changed([](Problem& other) { other.axes[0] = even_bins(5, 0, 2); }));
    CHECK(changed([](Problem& other) { other.axes[0] = even_bins(4, 0, 2.5); }));
    CHECK(changed([](Problem& other) { other.axes[0] = circular_bins(4, 0, 2); }));
    CHECK(changed([](Problem& other) { other.axes[0] = custom_bins(4, "x"); }));
    CHECK(changed([](Problem& other) { other.axes[1] = edge_bins({0, 0.5, 4}); }));
    CHECK(changed([](Problem& other) { other.axes.push_back(identity_bins(2)); }));
    CHECK(changed([](Problem& other) { other.joint = false; }));
    CHECK(changed([](Problem& other) { other.last_edge = LastEdge::inclusive; }));
    CHECK(changed([](Problem& other) { other.out_of_range = OutOfRange::clamped; }));
    CHECK(changed([](Problem& other) { other.weights.type = SampleType::f32; }));
    CHECK(changed([](Problem& other) { other.weights.type = {}, other.weights.bound = {}; }));
    CHECK(changed([](Problem& other) { other.weights.squares = true; }));
    CHECK(changed([](Problem& other) { other.weights.bound->maximum = 2; }));
    CHECK(changed([](Problem& other) { other.weights.bound->elements = 101; }));
    // Members that change neither the bins nor the unit do not change the fingerprint.
    CHECK_FALSE(changed([](Problem& other) { other.weights.bound->maximum = 1; }));
    CHECK_FALSE(changed([](Problem& other) { other.counter = CounterType::f64; }));
    CHECK_FALSE(changed([](Problem& other) { other.max_samples = 100; }));
    CHECK_FALSE(changed([](Problem& other) { other.layout = {.order = Order::planar, .rows = true}; }));
    CHECK_FALSE(changed([](Problem& other) { other.axes[0] = even_bins(4, 0.0, std::uint64_t{2}); }));
    CHECK_FALSE(changed([](Problem& other) { other.axes[1] = edge_bins({-0.0, 0.5, 3.0}); }));
}
