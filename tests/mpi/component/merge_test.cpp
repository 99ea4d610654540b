// merge() adds up the partials of all ranks.

#include "support/error.hpp"
#include "world.hpp"

#include <histo_cl/statistics.hpp>

#include <array>
#include <doctest/doctest.h>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

/// The partial of the samples, merged from the partials of their two halves.
Partial partial_of(std::span<const std::byte> samples) {
    const auto half = samples.size() / 2;
    const auto counted = [&](std::span<const std::byte> part) {
        return partial_histogram(bytes_problem, {.samples = part}, on_calling_thread().options);
    };
    auto partial = counted(samples.first(half));
    partial.merge(counted(samples.subspan(half)));
    return partial;
}

} // namespace

TEST_SUITE_BEGIN("merge");

TEST_CASE("returns the partial of all the data, on all ranks or on the root") {
    Random random(3);
    const auto all = random.bytes(1000);
    const auto part = ragged_part(random, all.size());
    const auto local = partial_of(part_of(all, part, 1));
    const auto whole = partial_of(all);
    CHECK(merge(MPI_COMM_WORLD, local) == whole);
    const int root = ranks() - 1;
    const auto at_root = merge(MPI_COMM_WORLD, local, root);
    CHECK(at_root == (rank() == root ? std::optional(whole) : std::nullopt));
}

TEST_CASE("a merged partial has the means, variances and weighted statistics of all the data") {
    Random random(4);
    const std::size_t count = 500;
    const auto samples = random.bytes(count);
    std::vector<double> values(count);
    std::vector<double> weights(count);
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = random.real(-7, 7);
        weights[i] = random.real(0, 3);
    }
    const auto vectors = weighted_values(values, weights, 3);
    const Problem problem{.axes = {even_bins(4, 0, 256)},
                          .weights = {.type = SampleType::f64,
                                      .counts = true,
                                      .squares = true,
                                      .vectors = 4,
                                      .bound = WeightBound{.maximum = 3, .elements = count}}};
    const auto counted = [&](Part part) {
        std::array<HostArray, 4> local;
        for (std::size_t i = 0; i < local.size(); ++i)
            local[i] = part_of(std::as_bytes(std::span(vectors[i])), part, sizeof(double));
        return partial_histogram(problem, {.samples = part_of(samples, part, 1), .weight_vectors = local},
                                 on_calling_thread().options);
    };
    const auto whole = counted({0, count});
    const auto merged = merge(MPI_COMM_WORLD, counted(ragged_part(random, count)));
    REQUIRE(merged);
    CHECK(profile(*merged, 1) == profile(whole, 1));
    CHECK(variances(*merged, 1, 1) == variances(whole, 1, 1));
    CHECK(weighted_profile(*merged, 3) == weighted_profile(whole, 3));
}

TEST_CASE("refuses a root that is no rank, and partials of different problems") {
    check_error(Status::invalid_argument, {"root 99"},
                [] { static_cast<void>(merge(MPI_COMM_WORLD, Partial(bytes_problem), 99)); });
    if (ranks() == 1) return;
    auto problem = bytes_problem;
    if (rank() == 1) problem.axes = {identity_bins(255)};
    check_error(Status::invalid_argument, {"rank 0 asks", "rank 1 for"},
                [&] { static_cast<void>(merge(MPI_COMM_WORLD, Partial(problem))); });
}

TEST_SUITE_END();
