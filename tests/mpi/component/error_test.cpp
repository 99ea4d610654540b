// An error on one rank is thrown on all ranks, with the same message. No rank waits forever for another.

#include "support/error.hpp"
#include "world.hpp"

#include <doctest/doctest.h>
#include <functional>
#include <string>
#include <thread>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

const Problem floats{.sample = SampleType::f32, .axes = {even_bins(4, 0, 1)}};

using Words = std::initializer_list<std::string_view>;

/// Checks that all ranks throw the error, in both forms of the call, and that they can count afterwards.
void check_failure(const Words& words, const Problem& problem, const HostData& local,
                   const MpiOptions& options = on_calling_thread()) {
    check_error(Status::invalid_argument, words,
                [&] { static_cast<void>(histogram(MPI_COMM_WORLD, problem, local, options)); });
    check_error(Status::invalid_argument, words,
                [&] { static_cast<void>(ihistogram(MPI_COMM_WORLD, problem, local, options)); });
    const auto counts = histogram(MPI_COMM_WORLD, Problem{.axes = {identity_bins(1)}},
                                  {.samples = std::vector<std::byte>(1)}, on_calling_thread());
    CHECK(counts.counts == std::vector{static_cast<std::uint64_t>(ranks())});
}

} // namespace

TEST_SUITE_BEGIN("error");

TEST_CASE("a rank that fails is named on all ranks, whichever it is") {
    const std::vector<std::byte> six(6);
    const std::vector<std::byte> four(4);
    for (const int failing : {0, ranks() / 2, ranks() - 1}) {
        CAPTURE(failing);
        const auto name = "rank " + std::to_string(failing) + " of " + std::to_string(ranks());
        check_failure({name, "6 bytes"}, floats, {.samples = rank() == failing ? six : four});
    }
}

TEST_CASE("the lowest of several ranks that fail is named") {
    const std::vector<std::byte> bytes(5 + static_cast<std::size_t>(rank()) * 4);
    check_failure({"rank 0 of", "5 bytes"}, floats, {.samples = bytes});
}

TEST_CASE("an invalid problem fails on all ranks") {
    auto problem = floats;
    problem.axes = {even_bins(0, 0, 1)};
    check_failure({"rank 0 of"}, problem, {});
}

TEST_CASE("refuses a root that is no rank") {
    auto options = on_calling_thread();
    for (const int root : {-1, ranks()}) {
        options.root = root;
        check_failure({"rank 0 of", "root " + std::to_string(root), "0 to " + std::to_string(ranks() - 1)},
                      floats, {}, options);
    }
}

TEST_CASE("refuses ranks that ask for different things") {
    if (ranks() == 1) return;
    const bool last = rank() == ranks() - 1;
    const auto last_asks = "rank " + std::to_string(ranks() - 1) + " for";
    auto problem = floats;
    if (last) problem.axes = {even_bins(5, 0, 1)};
    check_failure({"rank 0 asks", "4 even bins", last_asks, "5 even bins"}, problem, {});
    auto options = on_calling_thread();
    if (last) options.root = 0;
    check_failure({"rank 0 asks", "on all ranks", last_asks, "on rank 0"}, floats, {}, options);
    // Edges that the text of a problem would abbreviate.
    std::vector<Number> edges;
    for (int i = 0; i < 100; ++i)
        edges.emplace_back(i);
    if (last) edges[50] = 50.5;
    problem.axes = {edge_bins(edges)};
    check_failure({"rank 0 asks", last_asks}, problem, {});
}

TEST_CASE("refuses MPI_COMM_NULL, and communicators of two groups") {
    const auto refused = [](MPI_Comm comm, const Words& words) {
        check_error(Status::invalid_argument, words,
                    [&] { static_cast<void>(histogram(comm, floats, HostData())); });
        check_error(Status::invalid_argument, words, [&] { static_cast<void>(device_for_rank(comm)); });
    };
    refused(MPI_COMM_NULL, {"MPI_COMM_NULL"});
    if (ranks() == 1) return;
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank() % 2, rank(), &half);
    MPI_Comm both = MPI_COMM_NULL;
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank() % 2, 0, &both);
    refused(both, {"two groups"});
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
}

TEST_CASE("refuses a thread that may not call MPI") {
    int level = 0;
    MPI_Query_thread(&level);
    if (level >= MPI_THREAD_SERIALIZED) return;
    std::string message;
    std::thread([&] {
        try {
            static_cast<void>(histogram(MPI_COMM_WORLD, floats, HostData()));
        } catch (const Error& error) {
            message = error.what();
        }
    }).join();
    check_has(message, {"MPI_THREAD_SERIALIZED", "MPI_THREAD_MULTIPLE"});
}

TEST_SUITE_END();
