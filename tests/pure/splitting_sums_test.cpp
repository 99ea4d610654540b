#include "split_problems.hpp"
#include "support/counters.hpp"
#include "support/error.hpp"
#include "support/extremes.hpp"
#include "support/random.hpp"

#include <histo_cl/histo_cl.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <functional>
#include <initializer_list>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

// Problems with weights whose elements are split: units, bounds and layouts of the sums, and which problems
// are refused.

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

template <class T>
std::span<const std::byte> raw(const std::vector<T>& values) {
    return std::as_bytes(std::span(values));
}

/// The sums of the weights. `problem` is first given the type of the weights and the bound.
template <class T>
Sums split_sums(Problem problem, const std::vector<double>& samples, const std::vector<T>& weights,
                std::optional<WeightBound> bound = {}) {
    problem.weights.type = sample_type_of<T>();
    problem.weights.bound = bound;
    return counters_in<double>(
        reference_histogram(problem, {.samples = raw(samples), .weights = raw(weights)}));
}

const Binning unit_bins = even_bins(4, 0, 4);
const Binning one_bin = even_bins(1, 0, 1);
/// A sample in unit bins 0 and 1 with fractions of 1/2 + 2^-24 and 1/2 − 2^-24.
constexpr double odd_middle = 1 - 0x1p-24;
/// The sample of an element whose overlap with [0, 1) is 2^-32. This fraction is rounded to 0.
constexpr double barely_in = 1.5 - 0x1p-32;

template <class T>
T weight_of(double value) {
    if constexpr (NarrowFloat<T>) {
        // The value is exact as a T.
        const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
        if constexpr (std::same_as<T, Bfloat16>) return {static_cast<std::uint16_t>(bits >> 16U)};
        const auto exponent = static_cast<std::uint32_t>(std::ilogb(value) + 15);
        return {
            static_cast<std::uint16_t>((bits >> 31U << 15U) | exponent << 10U | ((bits >> 13U) & 0x3FFU))};
    } else {
        return static_cast<T>(value);
    }
}

/// The interleaved array of `channels` samples per element, with its elements reordered.
template <class T>
std::vector<T> permuted(const std::vector<T>& values, const std::vector<std::size_t>& order,
                        std::size_t channels = 1) {
    std::vector<T> result;
    for (const auto element : order)
        for (std::size_t channel = 0; channel < channels; ++channel)
            result.push_back(values[element * channels + channel]);
    return result;
}

std::vector<std::size_t> random_order(Random& random, std::size_t size) {
    std::vector<std::size_t> order(size);
    std::iota(order.begin(), order.end(), std::size_t{0});
    random.shuffle(order);
    return order;
}

} // namespace

TEST_CASE_TEMPLATE("splitting: weights of all float types, multiplied exactly", T, Half, Bfloat16, float,
                   double) {
    const auto weights = std::vector{weight_of<T>(3), weight_of<T>(-0.25), weight_of<T>(96)};
    CHECK(split_sums<T>(linear({unit_bins}), {1, 1.25, 3.75}, weights) ==
          Sums{1.5 - 0.0625, 1.5 - 0.1875, 0, 72});
    CHECK(split_sums<T>(linear({unit_bins}), {odd_middle, -7, 2.5}, weights) ==
          Sums{1.5 + 3 * share, 1.5 - 3 * share, 96, 0});
}

TEST_CASE("splitting: the product of a weight and a fraction is rounded once") {
    // All bits of the factors matter, 53 of the weight and 24 of the fraction. Only the product is rounded.
    Random random(5);
    for (int round = 0; round < 500; ++round) {
        const double weight = random.real(-1000, 1000);
        const double x = random.real(0.5, 3.5);
        const auto parts = fractions(linear({unit_bins}), {x});
        const auto sums = split_sums<double>(linear({unit_bins}), {x}, {weight});
        for (std::size_t bin = 0; bin < 4; ++bin)
            REQUIRE(sums[bin] == weight * parts[bin]);
    }
}

TEST_CASE("splitting: each addition is rounded to a unit, ties to even") {
    const WeightBound bound{0x1p60, 512}; // a unit is 2^(61 + 10 − 94) = 2^-23
    const auto sums = [&](const std::vector<double>& samples, const std::vector<double>& weights) {
        return scaled(0x1p23, split_sums(linear({unit_bins}), samples, weights, bound));
    };
    constexpr double half = 0x1p22;
    CHECK(sums({odd_middle}, {1}) == Sums{half, half, 0, 0});
    CHECK(sums({odd_middle, odd_middle}, {1, -1}) == Sums{0, 0, 0, 0});
    CHECK(sums({odd_middle, odd_middle}, {1, 1}) == Sums{2 * half, 2 * half, 0, 0});
    CHECK(sums({odd_middle}, {2}) == Sums{2 * half + 1, 2 * half - 1, 0, 0});
    CHECK(sums({1 - 3 * share}, {1}) == Sums{half + 2, half - 2, 0, 0});
    CHECK(sums({1 - 3 * share}, {-1}) == Sums{-half - 2, -half + 2, 0, 0});
    CHECK(sums({1 - 3 * share}, {1.0625}) == Sums{1.0625 * half + 2, 1.0625 * half - 2, 0, 0}); // 1.59 units
}

TEST_CASE("splitting: NaN and infinite weights reach only cells whose fraction is not 0") {
    const double beyond = 0.5 + 2 * share; // 2^-23 of the element is in bin 1
    auto sums = split_sums<float>(linear({unit_bins}), {0.5, beyond, 2.5}, {f32_nan, f32_inf, 1});
    CHECK(std::isnan(sums[0]));
    CHECK(sums[1] == inf);
    CHECK(sums[2] == 1);
    CHECK(sums[3] == 0);
    sums = split_sums<double>(linear({unit_bins}), {1, 2}, {inf, -inf});
    CHECK(sums[0] == inf);
    CHECK(std::isnan(sums[1]));
    CHECK(sums[2] == -inf);
    CHECK(split_sums<double>(linear({one_bin}), {barely_in, 9, 0.5}, {quiet_nan, inf, 7}) == Sums{7});
    // In a joint histogram, an element counts in a cell only if its fractions on all axes are greater than 0.
    sums = split_sums<double>(joint(linear({one_bin, even_bins(2, 0, 2)})), {0.5, 0.5, 0.5, 1.5},
                              {quiet_nan, 7});
    CHECK(std::isnan(sums[0]));
    CHECK(sums[1] == 7);
}

TEST_CASE("splitting: the unit follows from the elements that overlap a counted cell") {
    // If a weight of 2^100 counts, the unit is 2^(101 + 2 − 94) = 2^9, and a weight of 1 is rounded to 0.
    const auto kept = [](Problem problem, std::vector<double> heavy, const std::vector<double>& light) {
        heavy.insert(heavy.end(), light.begin(), light.end());
        const auto sums = split_sums<double>(std::move(problem), heavy, {0x1p100, 1});
        return std::ranges::count(sums, 1.0) == 1;
    };
    CHECK(kept(linear({one_bin}), {1.5}, {0.5}));
    CHECK_FALSE(kept(linear({one_bin}), {barely_in}, {0.5}));
    CHECK(kept(linear({one_bin}), {-0.5}, {0.5}));
    CHECK_FALSE(kept(linear({one_bin}), {-0.5 + 0x1p-32}, {0.5}));
    CHECK_FALSE(kept(linear({one_bin}, OutOfRange::clamped), {7}, {0.5}));
    CHECK_FALSE(kept(linear({one_bin}, OutOfRange::counted), {7}, {0.5}));
    CHECK(kept(linear({one_bin}), {quiet_nan}, {0.5}));
    CHECK(kept(linear({one_bin}, OutOfRange::clamped), {quiet_nan}, {0.5}));
    CHECK_FALSE(kept(linear({one_bin}, OutOfRange::counted), {quiet_nan}, {0.5}));
    CHECK(kept(interval({one_bin}), {0.5, -1}, {0.5, 0}));
    // An element must overlap a bin of at least one separate axis, or bins of all joint axes.
    CHECK(kept(joint(linear({one_bin, one_bin})), {0.5, 1.5}, {0.5, 0.5}));
    CHECK_FALSE(kept(joint(linear({one_bin, one_bin})), {0.5, barely_in}, {0.5, 0.5}));
    CHECK(kept(joint(linear({one_bin, one_bin})), {quiet_nan, 0.5}, {0.5, 0.5}));
    CHECK_FALSE(kept(joint(linear({one_bin, one_bin}, OutOfRange::counted)), {quiet_nan, 0.5}, {0.5, 0.5}));
    CHECK(kept(linear({one_bin, one_bin}), {-9, 1.5}, {0.5, 7}));
    CHECK_FALSE(kept(linear({one_bin, one_bin}), {-9, barely_in}, {0.5, 7}));
}

TEST_CASE("splitting: a weight beyond the bound is an error where its fraction is not 0") {
    const WeightBound bound{1, 10};
    const auto error = [&](const Problem& problem, const std::vector<double>& samples,
                           std::string_view counter) {
        const std::vector<float> weights(samples.size() / problem.axes.size(), 2);
        check_invalid({counter, "a weight has a greater exponent than weights.bound.maximum, 1"},
                      [&] { return split_sums(problem, samples, weights, bound); });
    };
    error(linear({unit_bins}), {2}, "counter 1:");
    error(linear({unit_bins}), {-9, 3}, "counter 2:");
    error(linear({unit_bins}, OutOfRange::counted), {-9}, "counter 4:");
    error(joint(linear({unit_bins, unit_bins})), {1.5, 2}, "counter 5:");
    CHECK(split_sums<float>(linear({unit_bins}), {2}, {1.75F}, bound) == Sums{0, 0.875, 0.875, 0});
    CHECK(split_sums<float>(linear({one_bin}), {barely_in, 9, quiet_nan, 0.5}, {2, 2, 2, 1}, bound) ==
          Sums{1});
    CHECK(split_sums<float>(linear({one_bin}), {0.5}, {f32_inf}, bound) == Sums{inf});
}

TEST_CASE_TEMPLATE("splitting: sums have the same bits in any order", T, Half, Bfloat16, float, double) {
    Random random(6);
    for (const bool is_joint : {false, true}) {
        auto problem = interval({unit_bins, even_bins(3, -1, 1)}, OutOfRange::counted);
        problem.joint = is_joint;
        std::vector<double> samples;
        std::vector<T> weights;
        for (int element = 0; element < 400; ++element) {
            for (const double maximum : {5.0, 2.0, 2.0, 1.0})
                samples.push_back(random.real(-0.1 * maximum, maximum));
            const auto spread = static_cast<int>(random.below(20));
            weights.push_back(weight_of<T>(std::ldexp(random.one_in(2) ? 1.5 : -1.25, 4 - spread)));
        }
        const auto sums = split_sums(problem, samples, weights);
        for (int round = 0; round < 5; ++round) {
            const auto order = random_order(random, weights.size());
            CHECK(split_sums(problem, permuted(samples, order, 4), permuted(weights, order)) == sums);
        }
    }
}

TEST_CASE("splitting: with a bound, the sums of parts add up to the bits of the whole") {
    // Units of 2^-23 round most products, and sums of up to 2^20 are exact doubles.
    const WeightBound coarse{0x1p60, 600};
    Random random(7);
    const auto problem = interval({unit_bins, even_bins(3, -1, 1)}, OutOfRange::counted);
    std::vector<double> samples;
    std::vector<float> weights;
    for (int element = 0; element < 600; ++element) {
        for (const double maximum : {5.0, 2.0, 2.0, 1.0})
            samples.push_back(random.real(-0.1 * maximum, maximum));
        weights.push_back(static_cast<float>(random.whole(-1000, 1000)));
    }
    const auto whole = split_sums(problem, samples, weights, coarse);
    CHECK(whole != split_sums(problem, samples, weights));
    const std::ptrdiff_t cut = 217;
    const auto first = split_sums(problem, std::vector(samples.begin(), samples.begin() + 4 * cut),
                                  std::vector(weights.begin(), weights.begin() + cut), coarse);
    auto sums = split_sums(problem, std::vector(samples.begin() + 4 * cut, samples.end()),
                           std::vector(weights.begin() + cut, weights.end()), coarse);
    std::ranges::transform(sums, first, sums.begin(), std::plus<>());
    CHECK(sums == whole);
}

TEST_CASE("splitting without weights sums fractions of 1, in units of 2^-49") {
    CHECK(fractions(linear({unit_bins}), std::vector(1000, odd_middle)) ==
          scaled(1000, {0.5 + share, 0.5 - share, 0, 0}));
    // Fractions on two axes are exact, fractions on three are rounded: (2^-21)^3, (2^-21)^2 (1 − 2^-21) and
    // so on.
    const auto bins = even_bins(2, 0, 2);
    const double x = 0.5 + 0x1p-21;
    CHECK(fractions(joint(linear({bins, bins})), {x, x}) ==
          Sums{(1 - 0x1p-21) * (1 - 0x1p-21), 0x1p-21 - 0x1p-42, 0x1p-21 - 0x1p-42, 0x1p-42});
    const auto three = joint(linear({bins, bins, bins}));
    const std::vector element{x, x, x};
    CHECK(fractions(three, element)[6] == 0x1p-42);
    CHECK(fractions(three, element)[7] == 0);
    const auto weighted = split_sums<float>(three, element, {1});
    CHECK(weighted[6] == 0x1p-42 - 0x1p-63);
    CHECK(weighted[7] == 0x1p-63);
    CHECK(split_sums<float>(three, element, {1}, WeightBound{1, (std::uint64_t{1} << 44U) - 1}) ==
          fractions(three, element));
}

TEST_CASE("splitting: counts beside sums are those of the problem without weights") {
    Random random(8);
    for (std::size_t axes = 1; axes <= 3; ++axes) {
        auto problem = linear({unit_bins}, OutOfRange::counted);
        problem.axes.resize(axes, even_bins(3, -1, 2));
        problem.joint = axes > 1;
        std::vector<double> samples;
        const std::vector<float> weights(100, 3);
        for (std::size_t i = 0; i < weights.size() * axes; ++i)
            samples.push_back(random.real(-1, 5));
        const auto counts = fractions(problem, samples);
        problem.weights.type = SampleType::f32;
        problem.weights.counts = true;
        const HostData data{.samples = raw(samples), .weights = raw(weights)};
        const auto both = reference_histogram(problem, data);
        REQUIRE(both.sums.size() == 2 * counts.size());
        CHECK(std::equal(counts.begin(), counts.end(), both.sums.begin()));
        CHECK(both.counts.empty());
        CHECK(histogram(problem, data, {.calling_thread = true}) == both);
    }
}

TEST_CASE("splitting: squares are those of fractions of weights, exact and rounded once") {
    const auto squares = [](const Problem& given, const std::vector<double>& samples,
                            const std::vector<double>& weights, std::optional<WeightBound> bound = {}) {
        auto problem = given;
        problem.weights.squares = true;
        problem.weights.type = SampleType::f64;
        problem.weights.bound = bound;
        const HostData data{.samples = raw(samples), .weights = raw(weights)};
        const auto all = reference_histogram(problem, data);
        CHECK(histogram(problem, data, {.calling_thread = true}) == all);
        return all.squares;
    };
    CHECK(squares(linear({unit_bins}), {1, 1.25, 3.75}, {3, -0.25, 96}) ==
          Sums{2.25 + 0x1p-8, 2.25 + 9 * 0x1p-8, 0, 5184});
    CHECK(squares(linear({unit_bins}), {odd_middle}, {-3}) ==
          Sums{9 * (0.25 + 0x1p-24 + 0x1p-48), 9 * (0.25 - 0x1p-24 + 0x1p-48), 0, 0});
    // A unit of squares is 2^(2 · 61 + 9 − 94) = 2^37. Ties go to even.
    const auto in_units = [&](double x, double weight) {
        return scaled(0x1p-37, squares(linear({unit_bins}), {x}, {weight}, WeightBound{0x1p60, 256}));
    };
    CHECK(in_units(1, 0x1p19) == Sums{0, 0, 0, 0}); // 0.5 units
    CHECK(in_units(1, 3 * 0x1p19) == Sums{4, 4, 0, 0});
    CHECK(in_units(odd_middle, 0x1p19) == Sums{1, 0, 0, 0});
    // All bits of the factors matter, 53 of the weight and 63 of the fraction. Only the product is rounded.
    Random random(9);
    const auto three = joint(linear({even_bins(1, 0, 1), even_bins(1, 0, 1), even_bins(1, 0, 1)}));
    for (int round = 0; round < 200; ++round) {
        const double weight = random.real(500, 1000);
        std::vector<double> element(3);
        double fraction = 1; // the rounded product of the parts; rest is its error
        double rest = 0;
        for (auto& x : element) {
            x = random.real(0.25, 0.75);
            const double part = std::round((0.5 + std::min(x, 1 - x)) * 0x1p21) * 0x1p-21;
            const double product = fraction * part;
            rest = rest * part + std::fma(fraction, part, -product);
            fraction = product;
        }
        const double high = weight * fraction;
        const double low = std::fma(weight, fraction, -high) + weight * rest;
        const double square = high * high;
        const auto result = squares(three, element, {weight});
        REQUIRE(result[0] == square + (std::fma(high, high, -square) + 2 * high * low));
    }
    const auto special =
        squares(linear({unit_bins}, OutOfRange::counted), {0.5, 1.5, 2.5}, {inf, -inf, quiet_nan});
    CHECK(special[0] == inf);
    CHECK(special[1] == inf);
    CHECK(std::isnan(special[2]));
    CHECK(special[3] == 0);
}

TEST_CASE("splitting: sums are f64 or f32") {
    auto problem = linear({unit_bins});
    const std::vector samples{odd_middle, 0.5, odd_middle};
    problem.counter = CounterType::f32;
    CHECK(reference_histogram(problem, {.samples = raw(samples)}) ==
          std::vector{2 + 2 * 0x1p-24F, 1 - 0x1p-23F, 0.0F, 0.0F});
    problem.counter = CounterType::u32; // the type of counters does not matter
    CHECK(reference_histogram(problem, {.samples = raw(samples)}) ==
          Sums{2 + 2 * share, 1 - 2 * share, 0, 0});
    problem.weights.type = SampleType::f64;
    problem.counter = CounterType::f32;
    const std::vector<double> weights{0.1, 0, 0};
    CHECK(reference_histogram(problem, {.samples = raw(samples), .weights = raw(weights)}) ==
          std::vector{static_cast<float>(0.1 * (0.5 + share)), static_cast<float>(0.1 * (0.5 - share)), 0.0F,
                      0.0F});
}

// With linear splitting, the elements of these tests are at an edge, where each of two bins gets one half, or
// at the centre of a bin.

TEST_CASE("splitting: channels, separate arrays and planes") {
    const std::vector<float> x{1, 0.5F, 3};
    const std::vector<std::uint8_t> unused{9, 9, 9, 9, 9, 9};
    const std::vector<std::uint8_t> d{1, 7, 2, 7, 1, 7};
    const std::array<HostArray, 3> three_arrays{x, unused, d};
    auto problem = interval({unit_bins}, OutOfRange::counted);
    problem.sample = SampleType::f32;
    problem.layout = {.channels = 3,
                      .active = {0, 2},
                      .order = Order::separate,
                      .arrays = {{SampleType::f32}, {SampleType::u8}, {SampleType::u8, 2}}};
    CHECK(reference_histogram(problem, {.shape = {.count = 3}, .arrays = three_arrays}) ==
          Sums{0.5 + 0.25, 0.5 + 0.25, 0.5 + 0.125, 0.5, /**/ 0.375, 0, 0});
    // The half width is stored before x, and one channel is unused.
    auto active = interval({unit_bins});
    active.layout = {.channels = 3, .active = {2, 0}};
    CHECK(fractions(active, {0.5, 9, 1, 0, 9, 3}) == Sums{0.5, 0.5, 0, 1});
    active.layout = {.order = Order::planar};
    CHECK(fractions(active, {1, 3, 0.5, 0}) == Sums{0.5, 0.5, 0, 1});
    // Records of five samples, of which two are used.
    active.layout = {.stride = 5 * sizeof(double)};
    CHECK(fractions(active, {1, 0.5, 9, 9, 9, 3, 0}) == Sums{0.5, 0.5, 0, 1});
    // Integers and halves in separate arrays, counted as f64.
    const std::vector<std::int32_t> whole{2, -1};
    const std::vector<Half> halves{{0x3800}, {0x3C00}}; // 0.5 and 1
    const std::array<HostArray, 2> two_arrays{whole, halves};
    problem = interval({unit_bins}, OutOfRange::clamped);
    problem.layout = {.order = Order::separate, .arrays = {{SampleType::i32}, {SampleType::f16}}};
    CHECK(reference_histogram(problem, {.arrays = two_arrays}) == Sums{1, 0.5, 0.5, 0});
}

TEST_CASE("splitting: rows, masks and tiles") {
    // Two rows of four elements. The first element of each row is outside the region. The last element is
    // masked.
    const std::vector<double> samples{0.5, 1, 2, 3.5, /**/ 0.5, 3, 1.5, 2.5};
    const std::vector<std::uint8_t> mask{1, 1, 1, 1, /**/ 1, 1, 1, 0};
    auto problem = linear({unit_bins});
    problem.layout = {.rows = true, .mask = true};
    const Region region{.x = 1, .width = 3, .height = 2};
    HostData data{.samples = raw(samples), .shape = {.region = region}, .mask = raw(mask)};
    CHECK(reference_histogram(problem, data) == Sums{0.5, 2, 1, 1.5});
    problem.batch = Batch::tiles;
    data.shape.tile_width = 2;
    data.shape.tile_height = 1;
    CHECK(reference_histogram(problem, data) == Sums{0.5, 1, 0.5, 0, /**/ 0, 0, 0, 1, //
                                                     0, 1, 0.5, 0.5, /**/ 0, 0, 0, 0});
    // A masked element does not affect the unit, and its weight may be beyond the bound.
    problem.batch = Batch::one;
    data.shape = {.region = region};
    problem.weights.type = SampleType::f64;
    const std::vector<double> weights{0, 1, 1, 1, /**/ 0, 1, 1, 0x1p100};
    data.weights = raw(weights);
    CHECK(reference_histogram(problem, data) == Sums{0.5, 2, 1, 1.5});
    problem.weights.bound = {1, 6};
    CHECK(reference_histogram(problem, data) == Sums{0.5, 2, 1, 1.5});
    // A weight for each row, then for each column.
    problem.weights.bound = {};
    problem.weights.per = WeightPer::row;
    const std::vector<double> of_rows{2, 10};
    data.weights = raw(of_rows);
    CHECK(reference_histogram(problem, data) == Sums{1, 1 + 1 + 10, 1 + 5, 2 + 5});
    problem.weights.per = WeightPer::column;
    const std::vector<double> of_columns{100, 2, 10, 4};
    data.weights = raw(of_columns);
    CHECK(reference_histogram(problem, data) == Sums{1, 1 + 5 + 10, 5 + 1, 4 + 1});
}

TEST_CASE("splitting: batches of segments, several axes") {
    auto problem = joint(linear({even_bins(1, 0, 1), even_bins(2, 0, 2)}));
    problem.batch = Batch::segments;
    const std::vector<double> samples{0.5, 1, 0, 0.5, /**/ 1, 1, 0.5, 1.5};
    CHECK(reference_histogram(problem, {.samples = raw(samples), .shape = {.count = 4, .segment = 2}}) ==
          Sums{1, 0.5, /**/ 0.25, 1.25});
    problem.joint = false;
    problem.batch = Batch::ragged;
    const std::array<std::uint64_t, 3> offsets{1, 1, 4};
    CHECK(
        reference_histogram(problem, {.samples = raw(samples), .shape = {.count = 4, .offsets = offsets}}) ==
        Sums{0, 0, 0, /**/ 0.5 + 0.5 + 1, 1 + 0.5, 0.5 + 1});
}

TEST_CASE("splitting: several vectors of weights, each with its own unit") {
    auto problem = linear({unit_bins});
    problem.weights.type = SampleType::f32;
    problem.weights.vectors = 2;
    problem.weights.stride = 3 * sizeof(float);
    const std::vector<double> samples{1, 2.5};
    const std::vector<float> structs{1, 0x1p100F, -1, /**/ 2, 1, -1};
    const std::array<HostArray, 2> vectors{raw(structs), raw(structs).subspan(sizeof(float))};
    HostData data{.samples = raw(samples), .weight_vectors = vectors};
    CHECK(reference_histogram(problem, data) == Sums{0.5, 0.5, 2, 0, /**/ 0x1p99, 0x1p99, 0, 0});
    problem.weights.order = CounterOrder::by_cell;
    CHECK(reference_histogram(problem, data) == Sums{0.5, 0x1p99, 0.5, 0x1p99, 2, 0, 0, 0});
}

TEST_CASE("splitting: what Problem::splitting excludes is refused") {
    const auto refused = [](std::initializer_list<std::string_view> words, Problem problem,
                            const auto& change) {
        problem.validate();
        change(problem);
        check_invalid(words, [&] { problem.validate(); });
    };
    auto weights = linear({unit_bins});
    weights.weights.type = SampleType::f32;
    const auto refuses = [&](std::string_view what, const auto& change) {
        refused({"splitting linear with ", what, "not possible"}, weights, change);
    };
    refuses("integer weights", [](Problem& bad) { bad.weights.type = SampleType::i32; });
    refuses("minima and maxima", [](Problem& bad) { bad.weights.accumulator = Accumulator::minimum; });
    refuses("weights.narrow", [](Problem& bad) { bad.weights.narrow = true; });
    refuses("indices", [](Problem& bad) { bad.layout.indices = SampleType::u32; });
    refuses("an inclusive last edge", [](Problem& bad) { bad.last_edge = LastEdge::inclusive; });
    refuses("integers of 64 bits", [](Problem& bad) { bad.sample = SampleType::u64; });
    refuses("integers of 64 bits", [](Problem& bad) { bad.sample = SampleType::i64; });
    refuses("nibbles", [](Problem& bad) {
        bad.sample = SampleType::u8;
        bad.layout.nibbles = Nibbles::low_first;
    });
    refuses("planes of several channels", [](Problem& bad) {
        bad.layout.order = Order::planar;
        bad.layout.plane_channels = 2;
        bad.layout.channels = 2;
    });
    refused({"splitting linear with weights.counts and weights.bound of 17592186044416 elements"}, weights,
            [](Problem& bad) {
                bad.weights.counts = true;
                bad.weights.bound = WeightBound{1, std::uint64_t{1} << 44U};
            });
    const auto plain = linear({unit_bins});
    refused({"splitting 3 is not a Splitting"}, plain,
            [](Problem& bad) { bad.splitting = static_cast<Splitting>(3); });
    refused({"u64 counters with splitting linear", "f64 or f32"}, plain,
            [](Problem& bad) { bad.counter = CounterType::u64; });
    refused({"axis 0", "circular bins", "even bins"}, plain,
            [](Problem& bad) { bad.axes = {circular_bins(4, 0, 4)}; });
    refused({"axis 1", "edges bins"}, plain, [](Problem& bad) { bad.axes.push_back(edge_bins({0, 1})); });
    refused({"splitting linear of 4 axes", "1 to 3"}, plain,
            [](Problem& bad) { bad.axes.resize(4, unit_bins); });
    refused({"half widths with splitting linear"}, plain,
            [](Problem& bad) { bad.axes.push_back(HalfWidths{}); });
    refused({"half widths with splitting none"}, plain, [](Problem& bad) {
        bad.splitting = Splitting::none;
        bad.counter = CounterType::u32;
        bad.axes.push_back(HalfWidths{});
    });
    refused({"narrower than the last bit of a double"}, plain,
            [](Problem& bad) { bad.axes = {even_bins(5, 0x1p52, 0x1p52 + 4)}; });
    const auto pixels = interval({unit_bins});
    refused({"1 axes of bins and 0 of half widths"}, pixels, [](Problem& bad) { bad.axes.pop_back(); });
    refused({"1 axes of bins and 2 of half widths"}, pixels,
            [](Problem& bad) { bad.axes.push_back(HalfWidths{}); });
    refused({"axis 0", "half widths are after all axes of bins"}, pixels,
            [](Problem& bad) { std::swap(bad.axes[0], bad.axes[1]); });
    refused({"splitting interval of 3 axes", "1 to 2"}, pixels, [](Problem& bad) {
        bad = interval({unit_bins, unit_bins, unit_bins});
    });
    refused({"axes of half widths alone"}, pixels, [](Problem& bad) { bad.axes = {HalfWidths{}}; });
}
