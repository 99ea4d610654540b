// Sums of f32 and f64 weights have the same bits as in one call with all the data, however the data are
// distributed over the ranks.

#include "support/error.hpp"
#include "world.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

Problem problem_with(SampleType weights) {
    return {.axes = {even_bins(6, 0, 256)},
            .out_of_range = OutOfRange::counted,
            .weights = {.type = weights, .squares = true},
            .counter = CounterType::f64};
}

/// Weights of very different magnitudes. One may be infinite or NaN.
template <class Weight>
std::vector<Weight> random_weights(Random& random, std::size_t count) {
    std::vector<Weight> weights(count);
    for (auto& weight : weights)
        weight = static_cast<Weight>(std::ldexp(random.real(-1, 1), static_cast<int>(random.whole(-40, 40))));
    if (random.one_in(2) && count > 0)
        weights[random.below(count)] = random.one_in(2) ? std::numeric_limits<Weight>::infinity()
                                                        : std::numeric_limits<Weight>::quiet_NaN();
    return weights;
}

/// Samples with weights: those of all ranks, and this rank's part.
template <class Weight>
struct Weighted {
    std::vector<std::byte> samples;
    std::vector<Weight> weights;
    Part part;

    Weighted(Random& random, std::size_t count)
        : samples(random.bytes(count)), weights(random_weights<Weight>(random, count)),
          part(ragged_part(random, count)) {}

    [[nodiscard]] HostData all() const {
        return {.samples = samples, .weights = std::as_bytes(std::span(weights))};
    }
    [[nodiscard]] HostData local() const {
        return {.samples = part_of(samples, part, 1),
                .weights = part_of(std::as_bytes(std::span(weights)), part, sizeof(Weight))};
    }
};

template <class Weight>
void check_sums(Random& random, std::size_t count) {
    CAPTURE(count);
    const Weighted<Weight> data(random, count);
    auto problem = problem_with(sample_type_of<Weight>());
    if (random.one_in(2)) { // so that some weights, often the largest, are not counted
        problem.axes = {even_bins(6, 0, 60)};
        problem.out_of_range = OutOfRange::dropped;
    }
    const auto expected = reference_histogram(problem, data.all());
    const auto sums = [&] { return histogram(MPI_COMM_WORLD, problem, data.local()); };
    CHECK(sums() == expected);
    problem.weights.bound = weight_bound(problem, data.all());
    CHECK(sums() == expected);
    auto request = ihistogram(MPI_COMM_WORLD, problem, data.local());
    CHECK(request.wait() == expected);
    problem.weights.bound = {};
    problem.weights.squares = false;
    for (const auto accumulator : {Accumulator::minimum, Accumulator::maximum}) {
        problem.weights.accumulator = accumulator;
        problem.weights.counts = !problem.weights.counts;
        const auto extremes = reference_histogram(problem, data.all());
        CHECK(sums() == extremes);
        CHECK(ihistogram(MPI_COMM_WORLD, problem, data.local()).wait() == extremes);
    }
}

/// One element of weight 1.
constexpr std::array<std::byte, 1> one_sample{};
constexpr std::array one_weight{1.0F};

HostData one_element() {
    return {.samples = one_sample, .weights = std::as_bytes(std::span(one_weight))};
}

} // namespace

TEST_SUITE_BEGIN("device");

TEST_CASE("sums and extremes of random weights in ragged parts have the bits of one call") {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        check_sums<float>(random, random.below(3000));
        check_sums<double>(random, random.below(3000));
    }
}

TEST_CASE("sums in f32 have the bits of one call") {
    Random random(9);
    const Weighted<float> data(random, 700);
    auto problem = problem_with(SampleType::f32);
    problem.weights.counts = true;
    problem.counter = CounterType::f32;
    const auto expected = reference_histogram(problem, data.all());
    CHECK(histogram(MPI_COMM_WORLD, problem, data.local()) == expected);
    auto request = ihistogram(MPI_COMM_WORLD, problem, data.local());
    CHECK(request.wait() == expected);
}

TEST_CASE("sums of fewer elements than ranks, and of none, have the bits of one call") {
    Random random(1);
    // The unit depends on the number of elements, so ranks without elements must not count as one element.
    for (const std::size_t count : {0U, 1U, 2U})
        check_sums<float>(random, count);
}

TEST_CASE("ranks whose lists or counted arrays are empty have no elements, whatever else they have") {
    // The unit of the sums depends on the number of elements of all ranks: with 8 instead of 7, the third
    // weight is lost.
    const std::vector<std::byte> samples(7);
    const std::vector<float> weights{1, -1, 0x1p-90F, 0, 0, 0, 0};
    const std::vector<std::uint32_t> all{0, 1, 2, 3, 4, 5, 6};
    const bool first = rank() == 0;
    HostData listed{.samples = samples,
                    .weights = std::as_bytes(std::span(weights)),
                    .indices = std::as_bytes(std::span(all))};
    Problem problem{
        .axes = {even_bins(6, 0, 256)}, .weights = {.type = SampleType::f32}, .counter = CounterType::f64};
    const auto expected = reference_histogram(problem, {.samples = samples, .weights = listed.weights}).sums;
    REQUIRE(expected[0] == 0x1p-90);
    problem.layout.indices = SampleType::u32;
    if (!first) listed.indices = HostArray();
    CHECK(histogram(MPI_COMM_WORLD, problem, listed).sums == expected);

    problem.layout = {.channels = 2, .active = {1}, .order = Order::separate};
    const std::array<HostArray, 2> arrays{samples, first ? HostArray(samples) : HostArray()};
    const HostData separate{.weights = first ? listed.weights : HostArray(), .arrays = arrays};
    CHECK(histogram(MPI_COMM_WORLD, problem, separate).sums == expected);
}

TEST_CASE("ranks may have different layouts of data") {
    const std::array<std::byte, 4> samples{std::byte{0}, std::byte{9}, std::byte{200}, std::byte{9}};
    const std::array weights{1.5, 0.25};
    auto problem = problem_with(SampleType::f64);
    const bool spaced = rank() % 2 == 1;
    if (spaced) problem.layout.stride = 2;
    const HostData local{.samples = spaced ? std::span(samples) : std::span(samples).first(2),
                         .shape = {.count = 2},
                         .weights = std::as_bytes(std::span(weights))};
    const auto sums = histogram(MPI_COMM_WORLD, problem, local);
    const int odd = ranks() / 2;
    CHECK(sums.sums[0] == 1.5 * ranks() + 0.25 * (ranks() - odd));
    CHECK(sums.sums[4] == 0.25 * odd);
}

TEST_CASE("a weight beyond the bound fails on all ranks, also with a root") {
    auto problem = problem_with(SampleType::f32);
    problem.weights.bound = {.maximum = 0.5, .elements = 100};
    const int last = ranks() - 1;
    auto local = one_element();
    if (rank() != last) local = {};
    check_error(Status::invalid_argument, {"rank " + std::to_string(last) + " of", "bound"},
                [&] { static_cast<void>(histogram(MPI_COMM_WORLD, problem, local, {.root = 0})); });
}

TEST_CASE("refuses more elements than the bound, on all ranks together") {
    auto problem = problem_with(SampleType::f32);
    const auto count = static_cast<std::uint64_t>(ranks());
    problem.weights.bound = {.maximum = 1, .elements = count};
    CHECK(histogram(MPI_COMM_WORLD, problem, one_element()).sums[0] == ranks());
    if (ranks() == 1) return;
    problem.weights.bound->elements = count - 1;
    check_error(Status::invalid_argument,
                {std::to_string(count) + " elements", "at most " + std::to_string(count - 1)},
                [&] { static_cast<void>(histogram(MPI_COMM_WORLD, problem, one_element(), {.root = 0})); });
}

TEST_CASE("refuses a bound on one rank and none on the others") {
    if (ranks() == 1) return;
    auto problem = problem_with(SampleType::f32);
    if (rank() == 0) problem.weights.bound = {.maximum = 1, .elements = 1};
    check_error(Status::invalid_argument, {"rank 0 asks", "rank 1 for"},
                [&] { static_cast<void>(histogram(MPI_COMM_WORLD, problem, one_element())); });
}

TEST_SUITE_END();
