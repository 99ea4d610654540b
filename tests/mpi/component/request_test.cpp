// ihistogram(): reductions that continue while the next data are counted.

#include "support/error.hpp"
#include "world.hpp"

#include <doctest/doctest.h>
#include <utility>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

/// The samples of this rank in a step: as many as the rank's number, all with the step's number as value.
std::vector<std::byte> samples_of(int step) {
    return std::vector(static_cast<std::size_t>(rank()), static_cast<std::byte>(step));
}

std::vector<std::uint64_t> expected(int step) {
    std::vector<std::uint64_t> counts(256);
    counts[static_cast<std::size_t>(step)] = static_cast<std::uint64_t>(ranks() * (ranks() - 1) / 2);
    return counts;
}

auto begun(int step, std::optional<int> root = {}) {
    auto options = on_calling_thread();
    options.root = root;
    auto samples = samples_of(step);
    auto request = ihistogram(MPI_COMM_WORLD, bytes_problem, {.samples = samples}, options);
    samples.assign(samples.size(), std::byte{255}); // the request no longer needs the samples
    return request;
}

} // namespace

TEST_SUITE_BEGIN("request");

TEST_CASE("several requests may be waited for in any order") {
    std::vector<HistogramRequest> requests;
    for (int step = 0; step < 5; ++step)
        requests.push_back(begun(step));
    for (const int step : {3, 0, 4, 1, 2})
        CHECK(requests[static_cast<std::size_t>(step)].wait().counts == expected(step));
}

TEST_CASE("data are counted while those before are added up") {
    auto before = begun(0);
    for (int step = 1; step < 20; ++step) {
        auto next = begun(step);
        CHECK(before.wait().counts == expected(step - 1));
        before = std::move(next);
    }
    CHECK(before.wait().counts == expected(19));
}

TEST_CASE("test() says when the counts are there") {
    auto request = begun(7);
    while (!request.test()) {
    }
    CHECK(request.test());
    CHECK(request.wait().counts == expected(7));
}

TEST_CASE("only the root gets the counts") {
    const int root = ranks() - 1;
    CHECK(begun(3, root).wait().counts == (rank() == root ? expected(3) : std::vector<std::uint64_t>()));
}

TEST_CASE("a request may be destroyed without waiting for it") {
    static_cast<void>(begun(1));
    CHECK(begun(2).wait().counts == expected(2));
}

TEST_CASE("returns the counts only once") {
    auto request = begun(1);
    auto moved = std::move(request);
    CHECK(moved.wait().counts == expected(1));
    check_error(Status::invalid_argument, {"returned"}, [&] { static_cast<void>(moved.wait()); });
    check_error(Status::invalid_argument, {"returned"}, [&] { static_cast<void>(moved.test()); });
}

TEST_SUITE_END();
