#include "histo_cl/weight_bound.hpp"
#include "reference_counts.hpp"
#include "support/error.hpp"
#include "support/random.hpp"

#include <array>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <limits>
#include <vector>

using namespace histo_cl;
using test::check_invalid;
using test::Random;

namespace {

template <class T>
Problem problem_of_weights(std::uint32_t bins = 1, bool squares = false) {
    return {.axes = {identity_bins(bins)},
            .weights = {.type = sample_type_of<T>(), .squares = squares},
            .counter = CounterType::f64};
}

template <class T>
struct Weighed {
    std::vector<std::uint8_t> samples;
    std::vector<T> weights;

    explicit Weighed(std::vector<T> of) : samples(of.size()), weights(std::move(of)) {}
    [[nodiscard]] HostData data() const {
        return {.samples = std::as_bytes(std::span(samples)), .weights = std::as_bytes(std::span(weights))};
    }
};

template <class T>
WeightBound bound_of(const std::vector<T>& weights) {
    return weight_bound(problem_of_weights<T>(), Weighed<T>(weights).data());
}

template <class T>
std::vector<double> sums(Problem problem, std::optional<WeightBound> bound,
                         const Weighed<T>& problem_of_weights) {
    problem.weights.bound = bound;
    return test::counters_in<double>(reference_histogram(problem, problem_of_weights.data()));
}

} // namespace

TEST_CASE("an invalid weight bound is refused") {
    const auto refuses = [](std::initializer_list<std::string_view> words, Problem problem,
                            WeightBound bound) {
        problem.weights.bound = bound;
        check_invalid(words, [&] { problem.validate(); });
    };
    refuses({"weights.bound without weights", "float weights"}, {.axes = {identity_bins(1)}}, {1, 1});
    Problem whole{
        .axes = {identity_bins(256)}, .weights = {.type = SampleType::i32}, .counter = CounterType::i64};
    refuses({"weights.bound of i32 weights", "float weights"}, whole, {1, 1});
    for (const double maximum : {0.0, -1.0, inf, quiet_nan})
        refuses({"weights.bound.maximum " + Number(maximum).to_string(), "above 0"},
                problem_of_weights<double>(), {maximum, 1});
    refuses({"weights.bound.maximum 1e+39", "f32", "3.4028234663852886e+38"}, problem_of_weights<float>(),
            {1e39, 1});
    refuses({"weights.bound.elements 0", "at least 1"}, problem_of_weights<float>(), {1, 0});
    auto problem = problem_of_weights<float>();
    problem.weights.bound = {FLT_MAX, std::numeric_limits<std::uint64_t>::max()};
    problem.validate();
    problem.weights.bound = {2.5, 1000};
    CHECK(to_string(problem).find("f32 weights up to 2.5 of at most 1000 elements") != std::string::npos);
}

TEST_CASE("a shape of more elements than the bound is refused") {
    auto problem = problem_of_weights<float>();
    problem.weights.bound = {1, 10};
    CHECK(footprint(problem, {.count = 10}).weights == 40);
    check_invalid({"count 11", "at most 10 elements", "weights.bound.elements"},
                  [&] { return footprint(problem, {.count = 11}); });
    problem.layout.rows = true;
    check_invalid({"a region of 12", "at most 10"},
                  [&] { return footprint(problem, {.region = {.width = 4, .height = 3}}); });
}

TEST_CASE("weight_bound() is the greatest finite magnitude and the elements") {
    CHECK(bound_of<float>({0.5F, -3, 2}) == WeightBound{3, 3});
    CHECK(bound_of<double>({f32_inf, quiet_nan, -inf, -1e-300}) == WeightBound{1e-300, 4});
    CHECK(bound_of<float>({-0.0F, f32_nan}) == WeightBound{FLT_MIN, 2});
    CHECK(bound_of<double>({}) == WeightBound{DBL_MIN, 1});
    CHECK(bound_of<float>({-0x1p-149F, 0}) == WeightBound{0x1p-149, 2});
    CHECK(bound_of<double>({DBL_MAX, -DBL_MAX}) == WeightBound{DBL_MAX, 2});
    // Misaligned weights of a region, with a pitch.
    std::vector<std::byte> memory(1 + 8 * 3 + 4);
    const std::array<float, 6> weights{9, 1, 9, 9, 2, 9};
    std::memcpy(memory.data() + 1, weights.data(), sizeof weights);
    const std::vector<std::uint8_t> samples(6), mask{0, 1, 0, 0, 0, 0};
    auto rows = problem_of_weights<float>();
    rows.layout.rows = true;
    rows.weights.bound = {1, 1}; // weight_bound() does not use this bound
    HostData data{.samples = std::as_bytes(std::span(samples)),
                  .shape = {.region = {.x = 1, .width = 1, .height = 2}, .pitch = 3, .weight_pitch = 12},
                  .weights = std::span(memory).subspan(1)};
    CHECK(weight_bound(rows, data) == WeightBound{2, 2});
    rows.layout.mask = true;
    data.shape.mask_pitch = 3;
    data.mask = std::as_bytes(std::span(mask));
    CHECK(weight_bound(rows, data) == WeightBound{1, 2});
    check_invalid({"no weights", "float weights"},
                  [] { return weight_bound({.axes = {identity_bins(1)}}, {}); });
    check_invalid({"u32 weights"}, [] {
        return weight_bound({.axes = {identity_bins(256)}, .weights = {.type = SampleType::u32}}, {});
    });
}

TEST_CASE("weight_bound() depends only on counted elements") {
    // Elements are processed in blocks of a few thousand, and the greatest weight is in the last block.
    const std::uint64_t count = 5000;
    std::vector<std::uint8_t> samples(2 * count), mask(count, 1);
    std::vector<float> weights(count, 0.5F);
    weights[count - 1] = 8;
    weights[7] = 4;
    weights[6] = 2;
    HostData data{.samples = std::as_bytes(std::span(samples)).first(count),
                  .weights = std::as_bytes(std::span(weights))};
    auto problem = problem_of_weights<float>(3);
    const auto bound = [&] { return weight_bound(problem, data); };
    CHECK(bound() == WeightBound{8, count});
    samples[count - 1] = 3; // in no bin
    CHECK(bound() == WeightBound{4, count});
    problem.out_of_range = OutOfRange::counted;
    CHECK(bound() == WeightBound{8, count});
    problem.out_of_range = OutOfRange::dropped;
    mask[7] = 0;
    data.mask = std::as_bytes(std::span(mask));
    problem.layout.mask = true;
    CHECK(bound() == WeightBound{2, count});
    problem.layout.mask = false;
    data.mask = {};

    const std::array<std::uint64_t, 3> offsets{8, 9, 1000};
    problem.batch = Batch::ragged;
    data.shape = {.count = count, .offsets = offsets};
    CHECK(bound() == WeightBound{0.5, count});
    problem.batch = Batch::one;
    data.shape = {};

    problem.axes.push_back(identity_bins(3)); // two planes, of which the second is all 0
    problem.layout.order = Order::planar;
    data.samples = std::as_bytes(std::span(samples));
    data.shape = {.count = count, .plane_pitch = count};
    CHECK(bound() == WeightBound{8, count});
    problem.joint = true;
    CHECK(bound() == WeightBound{4, count});

    const std::vector<std::uint32_t> list{0, 6, 1};
    problem = problem_of_weights<float>(3);
    problem.layout.indices = SampleType::u32;
    data = {.samples = std::as_bytes(std::span(samples)).first(count),
            .weights = std::as_bytes(std::span(weights)),
            .indices = std::as_bytes(std::span(list))};
    CHECK(bound() == WeightBound{2, 3});
    problem = problem_of_weights<float>();
    problem.axes = {custom_bins(1, "i == 4999 || i == 7 ? -1 : 0")};
    data.indices = {};
    CHECK(bound() == WeightBound{2, count});
}

TEST_CASE_TEMPLATE("sums with weight_bound() have the bits of those without", T, float, double) {
    Random random(5);
    for (int round = 0; round < 100; ++round) {
        std::vector<T> weights(random.below(200));
        const auto spread = random.between(0, 100);
        for (auto& weight : weights)
            weight =
                static_cast<T>(std::ldexp(random.real(-1, 1), -static_cast<int>(random.below(spread + 1))));
        Weighed<T> data(weights);
        data.samples = random.bytes<std::uint8_t>(weights.size(), 4); // 3 is in no bin
        const auto problem = problem_of_weights<T>(3, true);
        CHECK(sums(problem, weight_bound(problem, data.data()), data) == sums(problem, {}, data));
    }
}

TEST_CASE("the unit depends only on the exponent and the elements of the bound") {
    // 3 weights up to 1e30 have units of 2^8: see "float weights: the unit of sums and squares".
    const auto rounded = [](double weight, const WeightBound& bound) {
        return sums(problem_of_weights<double>(), bound, Weighed<double>({weight}))[0];
    };
    CHECK(rounded(128, {1e30, 3}) == 0);
    CHECK(rounded(128.1, {1e30, 3}) == 256);
    CHECK(rounded(128.1, {0x1p99, 2}) == 256);
    CHECK(rounded(256, {1e30, 4}) == 0);
    CHECK(rounded(256.1, {1e30, 7}) == 512);
    // The exponent is at least that of the smallest normal number of the weights' type, which differs between
    // f32 and f64.
    CHECK(sums(problem_of_weights<float>(), WeightBound{0x1p-149, 1}, Weighed<float>({0x1.8p-126F}))[0] ==
          0x1.8p-126);
    CHECK(sums(problem_of_weights<double>(), WeightBound{0x1p-1074, 1}, Weighed<double>({0x1.8p-1022}))[0] ==
          0x1.8p-1022);
}

TEST_CASE("the reference refuses a counted weight with an exponent beyond the bound's") {
    const auto problem = problem_of_weights<float>(2, true);
    const auto refuses = [&](float weight) {
        Weighed<float> data({1, weight});
        data.samples[1] = 1;
        check_invalid({"counter 1", "weights.bound.maximum, 3"}, [&] {
            return sums(problem, WeightBound{3, 2}, data);
        });
    };
    refuses(4);
    refuses(-FLT_MAX);
    CHECK(sums(problem, WeightBound{3, 2}, Weighed<float>({3.99F, f32_inf}))[0] == inf);
    Weighed<float> outside({4, 1});
    outside.samples[0] = 2; // in no bin
    CHECK(sums(problem, WeightBound{3, 2}, outside) == std::vector<double>{1, 0, 1, 0});
}
