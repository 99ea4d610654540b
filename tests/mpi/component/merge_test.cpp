// merge() adds up the partials of all ranks.

#include "support/error.hpp"
#include "world.hpp"

#include <doctest/doctest.h>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

/// The partial of the samples, merged from those of two halves.
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
    const auto all = random_bytes(random, 1000);
    const auto part = ragged_part(random, all.size());
    const auto local = partial_of(part_of(all, part, 1));
    const auto whole = partial_of(all);
    CHECK(merge(MPI_COMM_WORLD, local) == whole);
    const int root = ranks() - 1;
    const auto at_root = merge(MPI_COMM_WORLD, local, root);
    CHECK(at_root == (rank() == root ? std::optional(whole) : std::nullopt));
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
