// All ranks together count the same as one call with all the data.

#include "world.hpp"

#include <doctest/doctest.h>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

/// A problem of even bins over the likely range of random bits of the type.
Problem problem_of(SampleType sample) {
    Problem problem{.sample = sample,
                    .axes = {even_bins(37, -100, 100)},
                    .out_of_range = OutOfRange::counted,
                    .counter = CounterType::u64};
    if (!is_float(sample) && bytes(sample) > 1) problem.axes = {even_bins(37, 0x1000, 0x70000000)};
    if (bytes(sample) == 2 && !is_float(sample)) problem.axes = {even_bins(37, -100, 0x6000)};
    if (!is_signed(sample) && bytes(sample) < 4) problem.axes = {even_bins(37, 0, 200)};
    return problem;
}

/// Checks the counts on all ranks, and on the root alone, where the root is the first, a middle or the last
/// rank.
void check_counts(const Problem& problem, const HostData& all, const HostData& local, MpiOptions options) {
    CAPTURE(to_string(problem));
    const auto expected = reference_histogram(problem, all);
    CHECK(histogram(MPI_COMM_WORLD, problem, local, options) == expected);
    for (const int root : {0, ranks() / 2, ranks() - 1}) {
        CAPTURE(root);
        options.root = root;
        CHECK(histogram(MPI_COMM_WORLD, problem, local, options) ==
              (rank() == root ? expected : Histogram()));
    }
}

/// Checks flat samples, divided into parts of random lengths.
void check_samples(const Problem& problem, std::span<const std::byte> all, Random& random,
                   const MpiOptions& options) {
    const auto size = bytes(problem.sample);
    const auto part = ragged_part(random, all.size() / size);
    check_counts(problem, {.samples = all}, {.samples = part_of(all, part, size)}, options);
}

} // namespace

TEST_SUITE_BEGIN("histogram");

TEST_CASE("counts samples of all types, in ragged parts") {
    for (const auto sample : all_sample_types) {
        Random random(bytes(sample));
        const auto all = random.bytes(3000 * bytes(sample));
        check_samples(problem_of(sample), all, random, on_calling_thread());
    }
}

TEST_CASE("counts fewer samples than ranks, one rank's sample, and no samples at all") {
    for (const std::size_t count : {0U, 1U, 3U}) {
        Random random(count);
        const auto all = random.bytes(count * 4);
        check_samples(problem_of(SampleType::f32), all, random, on_calling_thread());
    }
}

TEST_CASE("counts on a communicator of some of the ranks") {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank() % 2, rank(), &comm);
    const auto counts = histogram(comm, Problem{.axes = {identity_bins(2)}},
                                  {.samples = std::as_bytes(std::span("\1", 1))}, on_calling_thread());
    const auto of_parity = static_cast<std::uint64_t>((ranks() + 1 - rank() % 2) / 2);
    CHECK(counts.counts == std::vector<std::uint64_t>{0, of_parity});
    MPI_Comm_free(&comm);
}

TEST_SUITE_END();

// Tests on this machine's devices, for few ranks.
TEST_SUITE_BEGIN("device");

TEST_CASE("each rank counts on its device") {
    Random random(11);
    const auto all = random.bytes(1U << 22U);
    for (const auto sample : {SampleType::u8, SampleType::f32}) {
        check_samples(problem_of(sample), all, random, {});
        check_samples(problem_of(sample), all, random, {.device = default_device()});
    }
}

TEST_CASE("counts joint histograms, masks, and whole weights with their squares") {
    Random random(9);
    constexpr std::size_t elements = 2000;
    const auto samples = random.bytes(2 * elements);
    const auto mask = random.bytes(elements);
    const auto weights = random.bytes(4 * elements);
    const auto part = ragged_part(random, elements);
    const Problem problem{.axes = {even_bins(5, 0, 256), even_bins(3, 0, 200)},
                          .joint = true,
                          .layout = {.mask = true},
                          .weights = {.type = SampleType::i32, .squares = true},
                          .counter = CounterType::i64};
    const HostData all{.samples = samples, .mask = mask, .weights = weights};
    const HostData local{.samples = part_of(samples, part, 2),
                         .mask = part_of(mask, part, 1),
                         .weights = part_of(weights, part, 4)};
    check_counts(problem, all, local, {});
}

TEST_CASE("saturating counts stop at their greatest value after the merge, not on a rank") {
    Random random(10);
    const std::vector<std::byte> all(70'000);
    const auto part = ragged_part(random, all.size());
    const HostData local{.samples = part_of(all, part, 1)};
    for (const auto counter : {CounterType::u8, CounterType::u16}) {
        const Problem problem{.axes = {identity_bins(2)}, .counter = counter};
        check_counts(problem, {.samples = all}, local, on_calling_thread());
        auto request = ihistogram(MPI_COMM_WORLD, problem, local, on_calling_thread());
        CHECK(request.wait().counts ==
              std::vector<std::uint64_t>{counter == CounterType::u8 ? 255U : 65'535U, 0});
    }
    const Problem bytes{.axes = {identity_bins(2)}, .counter = CounterType::u8};
    check_counts(bytes, {.samples = std::span(all).first(300)},
                 {.samples = part_of(all, ragged_part(random, 300), 1)}, on_calling_thread());
}

TEST_CASE("some ranks may count on the calling thread, and others on a device") {
    Random random(12);
    const auto all = random.bytes(50'000);
    const auto by_rank = rank() % 2 == 0 ? on_calling_thread() : MpiOptions{};
    check_samples(problem_of(SampleType::u8), all, random, by_rank);
}

TEST_SUITE_END();
