#include "histo_cl/histogram.hpp"
#include "histo_cl/partial.hpp"
#include "histo_cl/weight_bound.hpp"
#include "random_problems.hpp"
#include "reference_counts.hpp"
#include "support/error.hpp"
#include "support/f32_sums.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <span>
#include <vector>

using namespace histo_cl;
using test::check_invalid;
using test::Random;

namespace {

using Bits = std::vector<std::uint64_t>;

constexpr std::uint64_t nan_bits = 0x7FF8000000000000U;

template <class T>
Problem weighed(std::uint32_t bins, bool squares = false) {
    constexpr auto type = sample_type_of<T>();
    constexpr auto counter = type == SampleType::u32   ? CounterType::u64
                             : type == SampleType::i32 ? CounterType::i64
                                                       : CounterType::f64;
    return {.axes = {identity_bins(bins)}, .weights = {.type = type, .squares = squares}, .counter = counter};
}

template <class T>
Bits sums_of(const Problem& problem, const std::vector<std::uint8_t>& samples, const std::vector<T>& weights,
             Shape shape = {}, const std::vector<std::uint8_t>& mask = {}) {
    if (!problem.layout.rows && !shape.count) shape.count = weights.size();
    return test::reference_bits(problem, {.samples = std::as_bytes(std::span(samples)),
                                          .shape = shape,
                                          .mask = std::as_bytes(std::span(mask)),
                                          .weights = std::as_bytes(std::span(weights))});
}

/// The sum of all weights in one bin. If `squares` is set, the sum of their squares follows.
template <class T>
Bits sum_bits(const std::vector<T>& weights, bool squares = false) {
    const std::vector<std::uint8_t> samples(weights.size());
    return sums_of(weighed<T>(1, squares), samples, weights);
}
template <class T>
double sum(const std::vector<T>& weights) {
    return std::bit_cast<double>(sum_bits(weights)[0]);
}
template <class T>
double square_sum(const std::vector<T>& weights) {
    return std::bit_cast<double>(sum_bits(weights, true)[1]);
}

Bits bits_of(const std::vector<double>& values) {
    Bits bits;
    for (const double value : values)
        bits.push_back(std::bit_cast<std::uint64_t>(value));
    return bits;
}

} // namespace

TEST_CASE("u32 weights: sums and squares modulo 2^64") {
    CHECK(sums_of<std::uint32_t>(weighed<std::uint32_t>(3), {0, 2, 2, 9}, {5, 7, 1, 100}) == Bits{5, 0, 8});
    constexpr std::uint32_t maximum = std::numeric_limits<std::uint32_t>::max();
    constexpr std::uint64_t square = std::uint64_t{maximum} * maximum;
    CHECK(sums_of<std::uint32_t>(weighed<std::uint32_t>(2, true), {1, 1, 0}, {maximum, maximum, 3}) ==
          Bits{3, 2 * std::uint64_t{maximum}, /**/ 9, 2 * square}); // the last one has wrapped
    static_assert(2 * square < square);
}

TEST_CASE("sums are the same whatever the problem's counter") {
    const std::array<std::byte, 3> samples{std::byte{0}, std::byte{1}, std::byte{1}};
    const std::array<float, 3> weights{0.5F, -1, 0.25F};
    auto problem = weighed<float>(2);
    problem.counter = CounterType::u32;
    const HostData data{.samples = samples, .weights = std::as_bytes(std::span(weights))};
    CHECK(reference_histogram(problem, data).sums == std::vector<double>{0.5, -0.75});
}

TEST_CASE("i32 weights: sums and squares modulo 2^64") {
    CHECK(sums_of<std::int32_t>(weighed<std::int32_t>(2), {0, 0, 1}, {-5, 3, -7}) ==
          Bits{static_cast<std::uint64_t>(-2), static_cast<std::uint64_t>(-7)});
    constexpr std::int32_t minimum = std::numeric_limits<std::int32_t>::min();
    CHECK(sums_of<std::int32_t>(weighed<std::int32_t>(1, true), {0, 0, 0}, {minimum, minimum, minimum}) ==
          Bits{std::uint64_t{0} - 3 * (std::uint64_t{1} << 31), 3 * (std::uint64_t{1} << 62)});
}

TEST_CASE("float weights: exact where the unit allows") {
    CHECK(sums_of<float>(weighed<float>(3), {0, 2, 2}, {0.5F, 0.25F, -4}) == bits_of({0.5, 0, -3.75}));
    CHECK(sums_of<double>(weighed<double>(2, true), {0, 0, 1}, {3, -4, 0.5}) ==
          bits_of({-1, 0.5, /**/ 25, 0.25}));
    CHECK(sum<float>(std::vector<float>(1000, 0.1F)) == 1000 * static_cast<double>(0.1F));
    // If added one after the other in doubles, 1e20 + 1 - 1e20 is 0.
    CHECK(sum<double>({1e20, 1, -1e20}) == 1);
    // Rounded only once: 2^53 + 1 plus a small number.
    CHECK(sum<double>({0x1p53, 1}) == 0x1p53);
    CHECK(sum<double>({0x1p53, 1, 0x1p-38}) == 0x1p53 + 2);
    CHECK(sum<double>({0x1p53, 3}) == 0x1p53 + 4); // a tie goes to even
    CHECK(sum<double>({-0x1p53, -1, -0x1p-38}) == -0x1p53 - 2);
    CHECK(square_sum<float>({1 + 0x1p-23F}) == 1 + 0x1p-22 + 0x1p-46);
    CHECK(square_sum<double>({0x1p-40, 1, -0x1p-20}) == 1 + 0x1p-40); // 2^-80 is less than the last place
}

TEST_CASE("float weights into f32: rounded once, by the reference, the calling thread and partials") {
    auto problem = weighed<double>(1);
    problem.counter = CounterType::f32;
    for (const auto& each : test::f32_sums()) {
        const auto& weights = each.weights;
        const float want = each.sum;
        CAPTURE(want);
        const std::vector<std::uint8_t> samples(weights.size());
        const HostData data{.samples = std::as_bytes(std::span(samples)),
                            .weights = std::as_bytes(std::span(weights))};
        const auto bits = [](double sum) { return std::bit_cast<std::uint64_t>(sum == 0 ? 0 : sum); };
        CHECK(bits(reference_histogram(problem, data).sums[0]) == bits(want));
        CHECK(bits(histogram(problem, data, {.calling_thread = true}).sums[0]) == bits(want));
        auto bounded = problem;
        bounded.weights.bound = weight_bound(problem, data);
        CHECK(bits(partial_histogram(bounded, data, {.calling_thread = true}).histogram().sums[0]) ==
              bits(want));
    }
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(sums_of<double>(problem, {0}, {nan}) == Bits{0x7FC0'0000});
    problem.weights.counts = true;
    CHECK(sums_of<double>(problem, {0, 0}, {1, 2}) == Bits{0x4000'0000, 0x4040'0000});
}

TEST_CASE("counters by cell: the sums of a cell are side by side, of every histogram") {
    Problem problem{
        .axes = {identity_bins(2)},
        .batch = Batch::segments,
        .weights = {.type = SampleType::i32, .counts = true, .squares = true, .order = CounterOrder::by_cell},
        .counter = CounterType::i64};
    const Shape shape{.count = 4, .segment = 2};
    CHECK(sums_of<std::int32_t>(problem, {0, 1, 1, 1}, {3, 5, 2, 4}, shape) ==
          Bits{1, 3, 9, 1, 5, 25, /**/ 0, 0, 0, 2, 6, 20});
    problem.weights.type = SampleType::f32;
    problem.counter = CounterType::f64;
    CHECK(sums_of<float>(problem, {0, 1, 1, 1}, {3, 5, 2, 4}, shape) ==
          bits_of({1, 3, 9, 1, 5, 25, /**/ 0, 0, 0, 2, 6, 20}));
}

TEST_CASE("float weights: the unit of sums and squares") {
    // The number of elements, 3, has 2 bits, and the weights have exponents up to 99. So the unit is 2^(99 +
    // 1 + 2 - 94) = 2^8. Weights are rounded to units, with ties to even.
    CHECK(sum<double>({1e30, -1e30, 128}) == 0);
    CHECK(sum<double>({1e30, -1e30, 128.1}) == 256);
    CHECK(sum<double>({1e30, -1e30, -128.1}) == -256);
    CHECK(sum<double>({1e30, -1e30, 383.9}) == 256);
    CHECK(sum<double>({1e30, -1e30, 384}) == 512);
    CHECK(sum<float>({1e30F, -1e30F, 384}) == 512);
    // The number of elements, 4, has 3 bits, so the unit is 2^9.
    CHECK(sum<double>({1e30, -1e30, 0, 256}) == 0);
    CHECK(sum<double>({1e30, -1e30, 0, 256.1}) == 512);
    // The number of elements, 2, has 2 bits, and the exponents are at most 0. So the unit of squares is
    // 2^(2(0 + 1) + 2 - 94) = 2^-90. Each square is rounded before it is added.
    CHECK(square_sum<double>({1, 0x1p-45}) == 1);
    const auto squares = [](const std::vector<double>& weights) {
        // The 1 is in another bin, so that the sum of the small weights is not rounded again.
        const std::vector<std::uint8_t> samples{1, 0};
        return std::bit_cast<double>(sums_of(weighed<double>(2, true), samples, weights)[2]);
    };
    CHECK(squares({1, 0x1p-45}) == 0x1p-90);
    CHECK(squares({1, 0x1.7p-46}) == 0x1p-90);
    CHECK(squares({1, 0x1.6ap-46}) == 0); // its square is just below 2^-91
    CHECK(squares({1, 0x1p-60}) == 0);
    CHECK(squares({1, -0x1.8p-45}) == 0x1p-89); // 2.25 units
    // A square just below 3.5 units, although the nearest double is 3.5 units. Then a square just above 3.5
    // units.
    CHECK(squares({1, 0x1.deeea11683f49p-45}) == 3 * 0x1p-90);
    CHECK(squares({1, 0x1.deeea11683f4ap-45}) == 4 * 0x1p-90);
}

TEST_CASE("float weights: the unit depends only on counted elements") {
    const std::vector<double> great{1e30, 1}, alike{1, 1};
    const auto one = weighed<double>(1, true);
    CHECK(sums_of(one, {9, 0}, great) == bits_of({1, 1}));              // 1e30 is not counted
    CHECK(sums_of(one, {0, 0}, great) == bits_of({1e30, 1e30 * 1e30})); // 1e30 is counted, so 1 is lost
    CHECK(sums_of<double>(one, {9, 9, 0}, {inf, quiet_nan, 1}) == bits_of({1, 1}));
    auto masked = one;
    masked.layout.mask = true;
    CHECK(sums_of(masked, {0, 0}, great, {}, {0, 1}) == bits_of({1, 1}));
    auto ragged = one;
    ragged.batch = Batch::ragged;
    const std::vector<std::uint64_t> offsets{1, 2};
    CHECK(sums_of(ragged, {0, 0}, great, {.count = 2, .offsets = offsets}) == bits_of({1, 1}));
    auto rows = one;
    rows.layout.rows = true;
    CHECK(sums_of<double>(rows, {0, 0, 0}, {1e30, 1, 1e30}, {.region = {.x = 1, .width = 1, .height = 1}}) ==
          bits_of({1, 1}));
    auto clamped = weighed<double>(2);
    clamped.out_of_range = OutOfRange::clamped; // counts all samples
    CHECK(sums_of(clamped, {9, 0}, great) == bits_of({0, 1e30}));
    // A joint histogram counts elements that are in range on both axes. Separate histograms count elements
    // that are in range on either axis, and have one unit for both.
    auto joint = one;
    joint.axes.push_back(identity_bins(1));
    joint.joint = true;
    CHECK(sums_of(joint, {0, 9, 0, 0}, great) == bits_of({1, 1}));
    joint.joint = false;
    CHECK(sums_of(joint, {0, 9, 0, 0}, great) == bits_of({1e30, 0, 1e30 * 1e30, 0}));
    CHECK(sums_of(joint, {9, 9, 0, 0}, great) == sums_of(joint, {9, 9, 0, 0}, alike));
}

TEST_CASE("float weights: NaN and infinities") {
    CHECK(sum_bits<double>({1, quiet_nan}, true) == Bits{nan_bits, nan_bits});
    CHECK(sum_bits<double>({std::bit_cast<double>(0xFFF0000000000001U)}, true) == Bits{nan_bits, nan_bits});
    CHECK(sum_bits<float>({std::bit_cast<float>(0xFFC00001U)}) == Bits{nan_bits});
    CHECK(sum_bits<double>({1, inf, -5}, true) == bits_of({inf, inf}));
    CHECK(sum_bits<double>({1, -inf, -5}, true) == bits_of({-inf, inf}));
    CHECK(sum_bits<double>({inf, -inf}, true) == Bits{nan_bits, std::bit_cast<std::uint64_t>(inf)});
    CHECK(sum_bits<double>({inf, inf, quiet_nan}, true) == Bits{nan_bits, nan_bits});
    // Weights that are not finite affect only their own bins.
    CHECK(sums_of<double>(weighed<double>(3), {0, 1, 2}, {inf, 3, quiet_nan}) ==
          Bits{std::bit_cast<std::uint64_t>(inf), std::bit_cast<std::uint64_t>(3.0), nan_bits});
}

TEST_CASE("float weights: sums of zeros, and of the least and the greatest weights") {
    CHECK(sum_bits<double>({-0.0, -0.0}, true) == Bits{0, 0});
    CHECK(sum_bits<double>({1.5, -1.5}) == Bits{0});
    CHECK(sums_of<float>(weighed<float>(2), {}, {}) == Bits{0, 0});
    CHECK(sum<double>({0x1p-1074, 0x1p-1074, 0x1p-1074}) == 3 * 0x1p-1074);
    CHECK(sum<double>({-0x1p-1074}) == -0x1p-1074);
    CHECK(sum<double>({0x1p-1022, -0x1p-1074}) == 0x1p-1022 - 0x1p-1074);
    CHECK(sum<float>({0x1p-149F, 0x1p-149F, 0x1p-149F}) == 3 * 0x1p-149);
    CHECK(sum<double>({DBL_MAX, DBL_MAX}) == inf);
    CHECK(sum<double>({-DBL_MAX, -DBL_MAX}) == -inf);
    CHECK(sum<double>({DBL_MAX, DBL_MAX, -DBL_MAX}) == DBL_MAX);
    CHECK(sum<float>({FLT_MAX, FLT_MAX}) == 2 * static_cast<double>(FLT_MAX));
    CHECK(square_sum<double>({1e200}) == inf);
    CHECK(square_sum<double>({0x1p511, 0x1p511}) == 0x1p1023);
    CHECK(square_sum<float>({FLT_MAX}) == static_cast<double>(FLT_MAX) * static_cast<double>(FLT_MAX));
    // 2^-1074 is the smallest double. Half of it is a tie, which is rounded to even.
    CHECK(square_sum<double>({0x1p-537}) == 0x1p-1074);
    CHECK(square_sum<double>({0x1p-538, 0x1p-538}) == 0);
    CHECK(square_sum<double>({0x1p-538, 0x1p-538, 0x1p-538}) == 0x1p-1074);
    CHECK(square_sum<double>({0x1p-538, 0x1p-538, 0x1p-570}) == 0x1p-1074); // just more than half
    CHECK(std::bit_cast<std::uint64_t>(square_sum<double>({-0x1p-1074})) == 0);
}

TEST_CASE("each counter of an element gets its weight") {
    Problem channels = weighed<float>(2, true);
    channels.axes.push_back(identity_bins(3));
    CHECK(sums_of<float>(channels, {0, 2, 1, 2}, {2, 3}) ==
          bits_of({2, 3, /**/ 0, 0, 5, /* squares */ 4, 9, /**/ 0, 0, 13}));
    Problem joint = channels;
    joint.joint = true;
    CHECK(sums_of<float>(joint, {0, 2, 1, 2}, {2, 3}) ==
          bits_of({0, 0, 2, 0, 0, 3, /* squares */ 0, 0, 4, 0, 0, 9}));
    // The counters are [histogram][sums, squares]. The weights 1 2 and 3 4 are in rows of pitch 3.
    Problem tiles = weighed<std::uint32_t>(1, true);
    tiles.layout.rows = true;
    tiles.batch = Batch::tiles;
    CHECK(sums_of<std::uint32_t>(
              tiles, {0, 0, 0, 0}, {1, 2, 9, 3, 4},
              {.region = {.width = 2, .height = 2}, .weight_pitch = 12, .tile_width = 1, .tile_height = 2}) ==
          Bits{4, 10, /**/ 6, 20});
    // Sums and squares of float weights have separate units in each histogram.
    Problem segments = weighed<double>(1, true);
    segments.batch = Batch::segments;
    CHECK(sums_of<double>(segments, {0, 0, 0}, {2, 3, 0x1p-20}, {.count = 3, .segment = 1}) ==
          bits_of({2, 4, /**/ 3, 9, /**/ 0x1p-20, 0x1p-40}));
    // Samples out of range have their own counters.
    Problem counted = weighed<std::int32_t>(1);
    counted.out_of_range = OutOfRange::counted;
    CHECK(sums_of<std::int32_t>(counted, {0, 5, 6}, {-1, -2, -4}) ==
          Bits{static_cast<std::uint64_t>(-1), 0, static_cast<std::uint64_t>(-6), 0});
}

namespace {

/// Weights that are multiples of 2^-low_bits, with magnitudes up to 2^high_bits.
std::vector<double> random_weights(Random& random, std::size_t count, int low_bits, int high_bits) {
    std::vector<double> weights;
    while (weights.size() < count) {
        const auto exponent = static_cast<int>(random.whole(-low_bits, high_bits - 24));
        const auto whole = static_cast<double>(random.bits() >> 40);
        weights.push_back(std::ldexp(random.one_in(2) ? whole : -whole, exponent));
    }
    return weights;
}

Int128 exact_sum(const std::vector<double>& weights, int shift) {
    Int128 sum = 0;
    for (const double weight : weights)
        sum += static_cast<Int128>(std::ldexp(weight, shift));
    return sum;
}

} // namespace

TEST_CASE("sums are exact where every weight is whole units, and the same in any order") {
    Random random(4711);
    for (int round = 0; round < 200; ++round) {
        // The number of elements has at most 9 bits, so units are at most 2^(39 + 1 + 9 - 94).
        const auto count = random.between(1, 300);
        auto weights = random_weights(random, count, 40, 40);
        INFO("seed 4711, round ", round, ", ", count, " weights");
        const double exact = std::ldexp(static_cast<double>(exact_sum(weights, 40)), -40);
        const Bits bits = sum_bits(weights, true);
        CHECK(std::bit_cast<double>(bits[0]) == exact);
        random.shuffle(weights);
        CHECK(sum_bits(weights, true) == bits);
    }
}

TEST_CASE("the error of a sum is at most n^2 · max|w| · 2^-93 and one rounding") {
    Random random(815);
    double worst = 0;
    for (int round = 0; round < 200; ++round) {
        const auto count = random.between(1, 300);
        // The magnitudes span 110 bits, so not all weights are whole units.
        auto weights = random_weights(random, count, 70, 40);
        INFO("seed 815, round ", round, ", ", count, " weights");
        // Each large weight is replaced by the negative of the weight before it. Large weights then cancel,
        // which shows the errors of small ones.
        for (std::size_t i = 0; i < count; ++i)
            if (std::fabs(weights[i]) > 1 && i > 0) weights[i] = -weights[i - 1];
        double maximum = 0;
        for (const double weight : weights)
            maximum = std::max(maximum, std::fabs(weight));
        const auto exact = exact_sum(weights, 70);
        const double result = sum(weights);
        const double error =
            std::fabs(static_cast<double>(static_cast<Int128>(std::ldexp(result, 70)) - exact));
        const auto n = static_cast<double>(count);
        const double bound = std::ldexp(n * n * maximum, 70 - 93) + std::ldexp(std::fabs(result), 70 - 53);
        CHECK(error <= bound);
        worst = std::max(worst, error);
    }
    CHECK(worst > 0); // otherwise the test has shown nothing
}
