#include "histo_cl/partial.hpp"
#include "histo_cl/statistics/distribution.hpp"
#include "histo_cl/weight_bound.hpp"
#include "support/counters.hpp"
#include "support/error.hpp"
#include "support/extremes.hpp"
#include "support/problems.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <doctest/doctest.h>
#include <span>
#include <vector>

#if __has_include(<boost/histogram/accumulators/weighted_mean.hpp>)
#include <boost/histogram/accumulators/weighted_mean.hpp>
#define HAS_BOOST_HISTOGRAM
#endif

// Means and variances of the weights in each cell. If the expected value is a quotient of integers below
// 2^53, a division of doubles gives the nearest double.

using namespace histo_cl;
using test::check_invalid;
using test::inf;
using test::of_bytes;
using test::Random;

namespace {

using Doubles = std::vector<double>;

Options without_device() {
    return {.calling_thread = true};
}

template <class T>
HostData data_of(const std::vector<std::uint8_t>& samples, const std::vector<T>& weights) {
    return {.samples = std::as_bytes(std::span(samples)), .weights = std::as_bytes(std::span(weights))};
}

template <class T>
Problem profiled(std::uint32_t bins = 1) {
    return {.axes = {identity_bins(bins)},
            .weights = {.type = sample_type_of<T>(), .counts = true, .squares = true}};
}

/// The partial of these weights. If they are floats, the problem gets their weight_bound().
template <class T>
Partial counted(Problem problem, const HostData& data) {
    if constexpr (std::floating_point<T>) problem.weights.bound = weight_bound(problem, data);
    return partial_histogram(problem, data, without_device());
}

/// The partial of weights that are all in one bin.
template <class T>
Partial in_one_bin(const std::vector<T>& weights) {
    const std::vector<std::uint8_t> samples(weights.size());
    return counted<T>(profiled<T>(), data_of(samples, weights));
}

/// The variance of whole numbers. Both their number times the sum of their squares, and the square of their
/// sum, must be below 2^53.
double variance_of(const std::vector<std::int64_t>& values, std::int64_t ddof) {
    std::int64_t sum = 0;
    std::int64_t squares = 0;
    for (const auto value : values) {
        sum += value;
        squares += value * value;
    }
    const auto n = static_cast<std::int64_t>(values.size());
    return static_cast<double>(n * squares - sum * sum) / static_cast<double>(n * (n - ddof));
}

bool same(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
           (std::isnan(a) && std::isnan(b));
}

bool same(const WeightedBin& a, const WeightedBin& b) {
    return same(a.mean, b.mean) && same(a.variance, b.variance) && same(a.error, b.error) &&
           same(a.count, b.count);
}

/// The partial of values with weights. `samples` selects the bins. By default, all values are in bin 0.
template <class Y, class W>
Partial with_weights(const std::vector<Y>& values, const std::vector<W>& weights, int exponent = 0,
                     std::vector<std::uint8_t> samples = {}) {
    samples.resize(values.size());
    const auto vectors = weighted_values(values, weights, exponent);
    std::vector<HostArray> spans;
    for (const auto& vector : vectors)
        spans.push_back(std::as_bytes(std::span(vector)));
    auto problem = profiled<double>(256);
    problem.weights.vectors = 4;
    return counted<double>(problem, {.samples = std::as_bytes(std::span(samples)), .weight_vectors = spans});
}

/// Weighted statistics of values that are all in one bin.
template <class Y, class W>
WeightedBin weighted(const std::vector<Y>& values, const std::vector<W>& weights, int exponent = 0,
                     std::uint64_t ddof = 1) {
    return weighted_profile(with_weights(values, weights, exponent), exponent, ddof)[0];
}

template <class T>
void check_small_numbers(Random& random, std::int64_t minimum, std::int64_t maximum) {
    for (int round = 0; round < 200; ++round) {
        std::vector<std::int64_t> values(random.between(1, 50));
        std::int64_t sum = 0;
        std::vector<T> weights;
        for (auto& value : values) {
            value = random.whole(minimum, maximum);
            sum += value;
            weights.push_back(static_cast<T>(value));
        }
        const auto part = in_one_bin(weights);
        const auto n = static_cast<double>(values.size());
        CHECK(same(means(part)[0], static_cast<double>(sum) / n));
        CHECK(same(variances(part)[0], variance_of(values, 0)));
        const auto [mean, error] = profile(part)[0];
        CHECK(same(mean, means(part)[0]));
        if (values.size() == 1) {
            CHECK(std::isnan(variances(part, 0, 1)[0]));
            CHECK(std::isnan(error));
        } else {
            CHECK(same(variances(part, 0, 1)[0], variance_of(values, 1)));
            CHECK(error == doctest::Approx(std::sqrt(variance_of(values, 1) / n)).epsilon(1e-15));
        }
    }
}

} // namespace

TEST_SUITE_BEGIN("profile");

TEST_CASE("means and variances of small numbers are the nearest doubles, for each type of weights") {
    Random random(1);
    check_small_numbers<std::uint8_t>(random, 0, 255);
    check_small_numbers<std::int8_t>(random, -128, 127);
    check_small_numbers<std::uint16_t>(random, 0, 65535);
    check_small_numbers<std::int16_t>(random, -32768, 32767);
    check_small_numbers<float>(random, -30000, 30000);
    check_small_numbers<double>(random, -30000, 30000);
}

TEST_CASE("the variance does not change if a large number is added to all weights") {
    Random random(2);
    for (const double offset : {1e6, 1e9, -1e12}) {
        std::vector<std::int64_t> values(60);
        Doubles weights;
        for (auto& value : values) {
            value = random.whole(-1000, 1000);
            weights.push_back(offset + std::ldexp(static_cast<double>(value), -2));
        }
        const auto part = in_one_bin(weights);
        CHECK(variances(part)[0] == std::ldexp(variance_of(values, 0), -4));
        CHECK(variances(part, 0, 1)[0] == std::ldexp(variance_of(values, 1), -4));
        CHECK(profile(part)[0].error ==
              doctest::Approx(std::sqrt(std::ldexp(variance_of(values, 1), -4) / 60)).epsilon(1e-15));
    }
    // If the same sums are rounded to doubles first, the variance is lost.
    const auto part = in_one_bin(Doubles{1e9 + 1, 1e9 + 2, 1e9 + 3});
    const auto sums = part.histogram();
    CHECK(variances(part, 0, 1)[0] == 1);
    CHECK(profile(part)[0].error == doctest::Approx(std::sqrt(1.0 / 3)).epsilon(1e-15));
    CHECK(profile(std::vector{3U}, sums.sums, sums.squares)[0].error !=
          doctest::Approx(std::sqrt(1.0 / 3)).epsilon(0.01));
}

TEST_CASE("weights that no unit divides: the error is within the documented bound, and never negative") {
    Random random(3);
    for (int round = 0; round < 300; ++round) {
        Doubles weights(random.between(2, 100));
        const bool constant = random.one_in(3);
        const auto middle = random.real(-1, 1);
        const auto width = std::ldexp(1.0, -static_cast<int>(random.below(40)));
        for (auto& weight : weights)
            weight = middle + (constant ? 0 : random.real(-width, width));
        long double sum = 0;
        for (const auto weight : weights)
            sum += weight;
        const auto n = static_cast<long double>(weights.size());
        const auto mean = sum / n;
        long double spread = 0;
        long double maximum = 0;
        for (const auto weight : weights) {
            spread += (weight - mean) * (weight - mean);
            maximum = std::max(maximum, std::fabs(static_cast<long double>(weight)));
        }
        const auto variance = variances(in_one_bin(weights))[0];
        CHECK(variance >= 0);
        // The limit is n · max² · 2^-90, plus the errors of this test and of the last rounding.
        const auto off = std::fabs(variance - spread / n);
        CHECK(off <=
              n * maximum * maximum * 0x1p-90L + spread / n * 0x1p-52L + LDBL_EPSILON * LDBL_EPSILON * 4);
    }
    const auto thirds = in_one_bin(Doubles(7, 1.0 / 3));
    CHECK(means(thirds)[0] == 1.0 / 3);
    CHECK(variances(thirds)[0] >= 0);
    CHECK(variances(thirds)[0] <= 0x1p-88);
}

TEST_CASE("results at the ends of the range of doubles") {
    const auto largest = in_one_bin(Doubles{DBL_MAX, DBL_MAX});
    CHECK(means(largest)[0] == DBL_MAX);
    CHECK(variances(largest)[0] == 0);
    const auto far = in_one_bin(Doubles{0x1p1000, -0x1p1000});
    CHECK(means(far)[0] == 0);
    CHECK(variances(far)[0] == inf);
    CHECK(profile(far)[0].error == 0x1p1000);
    // Subnormal means and variances are rounded once: 1.5 and 2.5 units of 2^-1074 are ties.
    CHECK(means(in_one_bin(Doubles{0x1p-1074, 0x1p-1073}))[0] == 0x1p-1073);
    CHECK(means(in_one_bin(Doubles{0x1p-1073, 3 * 0x1p-1074}))[0] == 0x1p-1073);
    const auto near = in_one_bin(Doubles{0, 0x1p-536});
    CHECK(variances(near)[0] == 0x1p-1074);
    CHECK(variances(in_one_bin(Doubles{0, 0x1p-537}))[0] == 0);             // 2^-1076
    CHECK(variances(in_one_bin(Doubles{0, 3 * 0x1p-537}))[0] == 0x1p-1073); // 2.25 units
    CHECK(profile(near)[0].error == 0x1p-537);
}

TEST_CASE("empty cells, and cells with NaN or infinite weights") {
    const std::vector<std::uint8_t> samples{1, 1, 2, 3, 3, 4, 4, 5, 5, 5};
    const std::vector<float> weights{
        1, 3, 7, test::f32_nan, 1, test::f32_inf, 1, test::f32_inf, -test::f32_inf, 0};
    const auto part = counted<float>(profiled<float>(6), data_of(samples, weights));
    const auto mean = means(part);
    const auto variance = variances(part);
    const Doubles expected{NAN, 2, 7, NAN, inf, NAN};
    const Doubles spread{NAN, 1, 0, NAN, NAN, NAN};
    const auto by_bin = profile(part);
    for (std::size_t bin = 0; bin < 6; ++bin) {
        CAPTURE(bin);
        CHECK(same(mean[bin], expected[bin]));
        CHECK(same(variance[bin], spread[bin]));
        CHECK(same(by_bin[bin].mean, expected[bin]));
        CHECK(same(by_bin[bin].error, bin == 1 ? 1 : NAN));
    }
    CHECK(variances(part, 0, 1)[1] == 2);
    CHECK(std::isnan(variances(part, 0, 2)[1]));
    CHECK(std::isnan(variances(part, 0, test::u64_max)[1]));
}

TEST_CASE("merged partials have the means and variances of the whole") {
    Random random(4);
    std::vector<std::uint8_t> samples(1000);
    Doubles weights(1000);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        samples[i] = static_cast<std::uint8_t>(random.below(10));
        weights[i] = random.real(-1e6, 1e6);
    }
    auto problem = profiled<double>(10);
    problem.weights.bound = weight_bound(problem, data_of(samples, weights));
    const auto whole = partial_histogram(problem, data_of(samples, weights), without_device());
    Partial merged(problem);
    for (std::size_t first = 0; first < samples.size(); first += 200)
        merged.merge(partial_histogram(problem,
                                       {.samples = std::as_bytes(std::span(samples).subspan(first, 200)),
                                        .weights = std::as_bytes(std::span(weights).subspan(first, 200))},
                                       without_device()));
    CHECK(means(merged) == means(whole));
    CHECK(variances(merged, 0, 1) == variances(whole, 0, 1));
    CHECK(profile(merged) == profile(whole));
    const auto sums = whole.histogram();
    for (std::size_t bin = 0; bin < 10; ++bin)
        CHECK(means(whole)[bin] ==
              doctest::Approx(sums.sums[bin] / static_cast<double>(sums[bin])).epsilon(1e-15));
}

TEST_CASE("each weight vector has its own means, joint histograms and counted samples out of range too") {
    const std::vector<std::uint8_t> samples{0, 1, 0, 1, 1, 0, 9, 0};
    const std::vector<std::int16_t> first{1, 2, 3, 7};
    const std::vector<std::int16_t> second{-10, -20, -30, -70};
    const std::vector<HostArray> vectors{first, second};
    const Problem problem{
        .axes = {identity_bins(2), identity_bins(2)},
        .joint = true,
        .out_of_range = OutOfRange::counted,
        .weights = {.type = SampleType::i16, .counts = true, .squares = true, .vectors = 2}};
    const auto part = partial_histogram(
        problem, {.samples = std::as_bytes(std::span(samples)), .weight_vectors = vectors}, without_device());
    CHECK(means(part).size() == problem.cells());
    CHECK(means(part)[1] == 1.5); // x is 0, and y is 1
    CHECK(variances(part)[1] == 0.25);
    CHECK(means(part, 1)[1] == -15);
    CHECK(variances(part, 1, 1)[1] == 50);
    CHECK(profile(part, 1)[1] == ProfileBin{-15, 5});
    CHECK(means(part, 1)[5] == -30);         // x is 1, and y is 0
    CHECK(means(part, 1)[3 * 5 + 0] == -70); // x is in the overflow
    check_invalid({"means()", "weight vector 2 of 2"}, [&] { return means(part, 2); });
}

TEST_CASE("means of elements that are split are the sums divided by the fractions; they have no variances") {
    const std::vector<double> samples{1, 1.5, 0.75, 9};
    const std::vector<float> weights{2, 3, 5, 7};
    Problem problem{.sample = SampleType::f64,
                    .axes = {even_bins(3, 0, 3)},
                    .splitting = Splitting::linear,
                    .weights = {.type = SampleType::f32, .counts = true},
                    .counter = CounterType::f64};
    const HostData data{.samples = std::as_bytes(std::span(samples)),
                        .weights = std::as_bytes(std::span(weights))};
    const auto all = means(counted<float>(problem, data));
    CHECK(all[0] == (1 + 0.75 * 5) / 1.25);
    CHECK(all[1] == (1 + 3 + 0.25 * 5) / 1.75);
    CHECK(std::isnan(all[2]));
    problem.weights.squares = true;
    const auto partial = counted<float>(problem, data);
    CHECK(means(partial)[1] == all[1]);
    check_invalid({"variances() of elements that are split"}, [&] { return variances(partial); });
    check_invalid({"profile() of elements that are split"}, [&] { return profile(partial); });
}

TEST_CASE("problems without counts, squares or such a vector are refused, and sums that could have wrapped") {
    const std::vector<std::uint8_t> samples{0, 0};
    const auto part = [&]<class T>(const std::vector<T>& weights, const auto& change) {
        auto problem = profiled<T>();
        change(problem);
        return counted<T>(problem, data_of(samples, weights));
    };
    const std::vector<float> floats{1, 3};
    const auto without_counts = part(floats, [](Problem& problem) { problem.weights.counts = false; });
    check_invalid({"means() needs sums of weights with weights.counts", "f32"},
                  [&] { return means(without_counts); });
    check_invalid({"variances() needs"}, [&] { return variances(without_counts); });
    const auto without_squares = part(floats, [](Problem& problem) { problem.weights.squares = false; });
    CHECK(means(without_squares) == Doubles{2});
    check_invalid({"variances() needs", "weights.squares"}, [&] { return variances(without_squares); });
    check_invalid({"profile() needs", "weights.squares"}, [&] { return profile(without_squares); });
    check_invalid({"means() needs sums of weights"}, [] { return means(Partial(of_bytes)); });
    const auto narrow = part(floats, [](Problem& problem) {
        problem.weights.squares = false;
        problem.weights.narrow = true;
    });
    CHECK(means(narrow) == Doubles{2});
    check_invalid({"a batch"}, [] {
        auto problem = profiled<float>();
        problem.batch = Batch::segments;
        return means(Partial(problem));
    });

    const auto wide = part(std::vector{1U, 3U}, [](Problem&) {});
    CHECK(means(wide) == Doubles{2});
    check_invalid({"variances()", "u32", "f64"}, [&] { return variances(wide); });
    const auto words = [](const Problem& problem, std::uint64_t count) {
        std::vector<std::uint64_t> all(Partial(problem).words().size());
        all[0] = count;
        return Partial::from_words(problem, all, count);
    };
    constexpr auto one = std::uint64_t{1};
    CHECK(means(words(profiled<std::uint32_t>(), (one << 32U) + 1)) == Doubles{0});
    check_invalid({"cell 0", "4294967298 elements", "4294967297", "u32"},
                  [&] { return means(words(profiled<std::uint32_t>(), (one << 32U) + 2)); });
    CHECK(means(words(profiled<std::int32_t>(), (one << 32U) - 1)) == Doubles{0});
    check_invalid({"i32"}, [&] { return means(words(profiled<std::int32_t>(), one << 32U)); });
    CHECK(variances(words(profiled<std::int16_t>(), (one << 34U) - 1)) == Doubles{0});
    check_invalid({"variances()", "i16 weights' squares"},
                  [&] { return variances(words(profiled<std::int16_t>(), one << 34U)); });
    CHECK(variances(words(profiled<std::uint8_t>(), one << 48U)) == Doubles{0});
}

TEST_CASE("weighted statistics by hand, of sums in doubles and of a partial") {
    // Σw = 4, Σw² = 6, Σwy = 9, Σwy² = 25: Σwy² · Σw − (Σwy)² = 19.
    const std::vector<float> y{1, 2, 4};
    const std::vector<std::uint8_t> w{1, 2, 1};
    for (const std::uint64_t ddof : {0U, 1U, 2U, 3U}) {
        const WeightedBin expected{.mean = 9.0 / 4,
                                   .variance =
                                       ddof == 3 ? NAN : 19.0 / (16.0 - 6.0 * static_cast<double>(ddof)),
                                   .error = std::sqrt(19.0 / 10 * 6 / 16),
                                   .count = 16.0 / 6};
        for (const auto& bin :
             {weighted(y, w, 0, ddof),
              weighted_profile(std::vector{4U}, std::vector{6U}, Doubles{9}, Doubles{25}, ddof)[0]}) {
            CHECK(same(bin.mean, expected.mean));
            CHECK(same(bin.variance, expected.variance));
            CHECK(bin.error == doctest::Approx(expected.error).epsilon(1e-15));
            CHECK(same(bin.count, expected.count));
        }
    }
}

TEST_CASE("weights of 1, or of any other constant, have the statistics without weights") {
    Random random(5);
    for (int round = 0; round < 100; ++round) {
        Doubles y(random.between(2, 40));
        for (auto& value : y)
            value = random.real(-8, 8);
        const auto part = in_one_bin(y);
        const auto n = static_cast<double>(y.size());
        for (const double weight : {1.0, 0.25, -3.0}) {
            const auto bin = weighted(y, Doubles(y.size(), weight), 3);
            CHECK(bin.count == n);
            CHECK(bin.mean == doctest::Approx(means(part)[0]).epsilon(1e-14));
            CHECK(bin.variance == doctest::Approx(variances(part, 0, 1)[0]).epsilon(1e-14));
            CHECK(bin.error == doctest::Approx(profile(part)[0].error).epsilon(1e-14));
            CHECK(weighted(y, Doubles(y.size(), weight), 3, 0).variance ==
                  doctest::Approx(variances(part)[0]).epsilon(1e-14));
        }
    }
}

#ifdef HAS_BOOST_HISTOGRAM
TEST_CASE("weighted statistics are those of Boost.Histogram") {
    Random random(6);
    for (int round = 0; round < 200; ++round) {
        std::vector<float> y(random.between(2, 60));
        std::vector<float> w(y.size());
        boost::histogram::accumulators::weighted_mean<double> boosts;
        for (std::size_t i = 0; i < y.size(); ++i) {
            y[i] = static_cast<float>(random.real(-100, 900));
            w[i] =
                static_cast<float>(i > 0 && random.one_in(8) ? 0 : random.real(round % 2 == 0 ? 0 : -0.1, 3));
            boosts(boost::histogram::weight(double{w[i]}), double{y[i]});
        }
        const auto count =
            boosts.sum_of_weights() * boosts.sum_of_weights() / boosts.sum_of_weights_squared();
        if (!(count > 1.01)) continue;
        const auto bin = weighted(y, w, 10);
        CHECK(bin.mean == doctest::Approx(boosts.value()).epsilon(1e-11));
        CHECK(bin.variance == doctest::Approx(boosts.variance()).epsilon(1e-11));
        CHECK(bin.count == doctest::Approx(count).epsilon(1e-13));
        CHECK(bin.error == doctest::Approx(std::sqrt(boosts.variance() / count)).epsilon(1e-11));
    }
}
#endif

TEST_CASE("the weighted variance does not change if a large number is added to all values") {
    Random random(7);
    for (const double offset : {1e6, 1e9, -1e12}) {
        const int exponent = std::ilogb(offset) + 1;
        Doubles near;
        Doubles far;
        std::vector<float> w;
        for (int i = 0; i < 60; ++i) {
            near.push_back(std::ldexp(static_cast<double>(random.whole(-1000, 1000)), -2));
            far.push_back(offset + near.back());
            w.push_back(static_cast<float>(random.whole(1, 3)));
        }
        CHECK(weighted(far, w, exponent).variance == weighted(near, w, 8).variance);
        CHECK(weighted(far, w, exponent).error == weighted(near, w, 8).error);
        // Products with these weights are rounded. The error is the same as if the values were rounded.
        for (auto& weight : w)
            weight = static_cast<float>(random.real(0.1, 3));
        const auto units_off = std::sqrt(weighted(near, w, 8).variance) / (std::fabs(offset) * 0x1p-53);
        CHECK(weighted(far, w, exponent).variance ==
              doctest::Approx(weighted(near, w, 8).variance).epsilon(4 / units_off));
    }
}

TEST_CASE("weighted statistics of empty bins, single values, weights of 0, NaN and infinities") {
    const std::vector<std::uint8_t> bins{1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 8};
    const Doubles y{1.0 / 3, 1, 2, 0.3, 0.3, 1, 2, NAN, 1, inf, 1, 5, 1, 2};
    const Doubles w{0.1, 0, 0, 0.1, 1.0 / 3, 0.7, 0, 1, 1, 0.5, 1, 0, 1, -1};
    const auto part = with_weights(y, w, 2, bins);
    const auto unbiased = weighted_profile(part, 2, 1);
    const auto biased = weighted_profile(part, 2);
    CHECK(same(unbiased[0], {NAN, NAN, NAN, 0})); // empty
    CHECK(same(unbiased[1], {1.0 / 3, NAN, NAN, 1}));
    CHECK(biased[1].variance <= 0x1p-80);
    CHECK(same(unbiased[2], {NAN, NAN, NAN, 0})); // all weights are 0
    CHECK(unbiased[3].mean == doctest::Approx(0.3).epsilon(1e-16));
    CHECK(unbiased[3].variance >= 0);
    CHECK(unbiased[3].variance <= 0x1p-100);
    CHECK(same(unbiased[4], {1, NAN, NAN, 1})); // one of the two weights is 0
    CHECK(same(biased[4].variance, 0));
    CHECK(same(unbiased[5], {NAN, NAN, NAN, 2}));
    CHECK(same(unbiased[6], {inf, NAN, NAN, 1.8}));
    CHECK(same(unbiased[7], {NAN, NAN, NAN, 0}));
    CHECK(same(unbiased[8], {NAN, NAN, NAN, 0})); // the sum of weights is 0
    CHECK(same(unbiased[255], {NAN, NAN, NAN, 0}));
    CHECK(same(weighted(Doubles{1, 2}, Doubles{inf, 1}), {NAN, NAN, NAN, NAN}));
    CHECK(same(weighted_profile(Doubles{0, 1}, Doubles{0, 1}, Doubles{0, 3}, Doubles{0, 9})[0],
               {NAN, NAN, NAN, 0}));
}

TEST_CASE("negative weights: a variance may be negative, as Boost.Histogram's, and has no error") {
    // Σw = 19, Σw² = 201, Σwy = −5, Σwy² = −25
    const auto bin = weighted(std::vector{0, 0, 5}, std::vector{10, 10, -1});
    CHECK(same(bin, {-5.0 / 19, -500.0 / 160, NAN, 361.0 / 201}));
    // The effective count is below 1.
    CHECK(same(weighted(std::vector{1, 2}, std::vector{3, -1}), {0.5, NAN, NAN, 0.4}));
}

TEST_CASE("an exponent only scales, at the ends of the range of doubles too") {
    const std::vector<float> y{1, 2.5, 4};
    const std::vector<float> w{1, 0.5, 1.25};
    const auto bin = weighted(y, w, 3);
    for (const int power : {-530, -40, 40, 500}) {
        Doubles scaled;
        for (const auto value : y)
            scaled.push_back(std::ldexp(double{value}, power));
        CHECK(same(weighted(scaled, w, power + 3),
                   {std::ldexp(bin.mean, power), std::ldexp(bin.variance, 2 * power),
                    std::ldexp(bin.error, power), bin.count}));
    }
    CHECK(weighted(Doubles{DBL_MAX, DBL_MAX}, Doubles{1, 3}, 1023).mean == DBL_MAX);
}

TEST_CASE("merged partials have the weighted statistics of the whole; other partials are refused") {
    const std::vector<float> y{1, 2.5, 4, 7};
    const std::vector<float> w{1, 0.5, 1.25, 3};
    auto problem = with_weights(y, w).problem();
    problem.weights.bound = {.maximum = 3, .elements = 8}; // the bound of w, because all values are below 2^3
    const auto count = [&](std::size_t first, std::size_t last) {
        const auto vectors = weighted_values(std::span(y).subspan(first, last - first),
                                             std::span(w).subspan(first, last - first), 3);
        const std::vector<std::uint8_t> samples(last - first);
        std::vector<HostArray> spans;
        for (const auto& vector : vectors)
            spans.push_back(std::as_bytes(std::span(vector)));
        return partial_histogram(problem,
                                 {.samples = std::as_bytes(std::span(samples)), .weight_vectors = spans},
                                 without_device());
    };
    auto merged = count(2, 4);
    merged.merge(count(0, 2));
    CHECK(same(weighted_profile(merged, 3, 1)[0], weighted(y, w, 3)));
    check_invalid({"1 value and 2 weights"}, [&] { return weighted_values(Doubles{1}, Doubles{1, 2}); });
    check_invalid({"weighted_profile()", "four f64"},
                  [] { return weighted_profile(in_one_bin(Doubles{1})); });
    check_invalid({"exponent 1101"}, [&] { return weighted_profile(merged, 1101); });
    constexpr auto minimum = std::numeric_limits<int>::min();
    check_invalid({"exponent -2147483648"}, [&] { return weighted_profile(merged, minimum); });
    problem.weights.squares = false;
    check_invalid({"weighted_profile()", "weights.squares"},
                  [&] { return weighted_profile(Partial(problem)); });
}

TEST_SUITE_END();
