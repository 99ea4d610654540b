// histogram(): host samples in, counts out. Samples in several pieces would take more memory than the
// device's largest buffer, so that path is not taken here.

#include "api/fixture.hpp"

using namespace histo_cl;
using namespace histo_cl::test;

TEST_CASE("histogram() on a device given, with 64-bit counts whatever the problem's counter") {
    const auto samples = random_bytes(5000);
    for (const auto counter : {CounterType::u32, CounterType::u64})
        for (const auto merge : all_merges) {
            INFO("counter: ", name(counter), ", merge: ", name(merge));
            CHECK(histogram(problem(counter), std::as_bytes(std::span(samples)), options(merge),
                            test_device().device()) == expected_counts<std::uint64_t>(samples));
        }
}

TEST_CASE("histogram() on the default device") {
    const auto samples = random_bytes(5000);
    CHECK(histogram(problem(), std::as_bytes(std::span(samples))) == expected_counts<std::uint64_t>(samples));
}

TEST_CASE("histogram() of typed samples") {
    const std::vector<float> samples{-1.0F, 0.0F, 0.25F, 0.5F, 0.5F, 0.75F, 1.0F, 2.0F};
    CHECK(histogram(std::span<const float>(samples), even_bins(2, 0, 1)) == std::vector<std::uint64_t>{2, 3});
    const std::array<std::int16_t, 5> whole{-300, -1, 0, 1, 300};
    CHECK(histogram(std::span<const std::int16_t>(whole), edge_bins({-300, 0, 300})) ==
          std::vector<std::uint64_t>{2, 2});
}

TEST_CASE("histogram() of no samples is all zeros") {
    CHECK(histogram(problem(), {}, options(Merge::atomic), test_device().device()) ==
          std::vector<std::uint64_t>(problem_bins));
    CHECK(histogram(problem(), {}) == std::vector<std::uint64_t>(problem_bins));
    CHECK(histogram(std::span<const std::uint8_t>{}, even_bins(problem_bins, 0, 250)) ==
          std::vector<std::uint64_t>(problem_bins));
}

TEST_CASE("histogram() refuses ragged samples, bad problems, and more than max_samples") {
    const std::array<std::byte, 10> ten{};
    Problem words{.sample = SampleType::u32, .binning = even_bins(2, 0, 2)};
    const auto run = [&] {
        static_cast<void>(histogram(words, ten, options(Merge::atomic), test_device().device()));
    };
    check_error(Status::invalid_argument, {"10 B", "u32", "4 B"}, run);
    words.binning = even_bins(2, 2, 0);
    check_error(Status::invalid_argument, {"[2, 0)", "empty"}, run);
    words.binning = even_bins(2, 0, 2);
    words.sample = SampleType::u8;
    words.max_samples = 9;
    check_error(Status::invalid_argument, {"count 10", "at most 9"}, run);
}
