// Counting by value: the range of sample values that have counters.

#include "problem/rule/bin_rule.hpp"
#include "support/text.hpp"

#include <histo_cl/histo_cl.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <doctest/doctest.h>
#include <numeric>
#include <vector>

using namespace histo_cl;
using test::check_has;

namespace {

constexpr std::array narrow_types{SampleType::u8, SampleType::i8, SampleType::u16, SampleType::i16};

/// A sample for each key of the type, in order.
std::vector<std::byte> samples_of_all_keys(SampleType type) {
    const auto size = bytes(type);
    const auto key_of_zero = type == SampleType::i8 ? 128U : type == SampleType::i16 ? 32'768U : 0U;
    std::vector<std::byte> samples((std::size_t{1} << (8 * size)) * size);
    for (std::uint32_t key = 0; key < samples.size() / size; ++key) {
        const auto sample = static_cast<std::uint16_t>(key - key_of_zero); // the low byte comes first
        std::memcpy(&samples[key * size], &sample, size);
    }
    return samples;
}

/// How many of these samples are counted, either in a bin or as out of range.
std::uint64_t counted(const Problem& problem, std::span<const std::byte> samples) {
    const auto counts = reference_histogram(problem, samples);
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::vector<Binning> binnings() {
    return {even_bins(256, 0, 256),
            even_bins(100, 10, 240),
            even_bins(3, -100, 120.5),
            even_bins(7, 99.5, 100),                // has no integer except the last edge
            even_bins(50, -1000, 70'000),           // covers u8, i8 and u16
            even_bins(9, 60'000, 70'000),           // partly beyond u16
            even_bins(9, -40'000, -32'767),         // has one or two values of i16
            even_bins(9, 65'535, 65'536),           // has the last value of u16
            even_bins(5, 100'000, 200'000),         // beyond every type
            even_bins(5, -200'000, -100'000),       // below every type
            even_bins(2, -1e19, 1e19),              // far beyond every type
            edge_bins({-5, 0.25, 0.5, 1, 90, 255}), // with an empty bin
            edge_bins({-128, 127}),
            edge_bins({1000, 2000.25, 1e9}),
            log_bins(20, 1, 1000),
            circular_bins(12, 0, 360)};
}

} // namespace

TEST_CASE("values: every counted sample is in their range, which begins and ends with counted samples") {
    for (const auto type : narrow_types) {
        const auto samples = samples_of_all_keys(type);
        const auto size = bytes(type);
        const auto all = samples.size() / size;
        const auto counted_from = [&](const Problem& problem, std::size_t first, std::size_t end) {
            return counted(problem, std::span(samples).subspan(first * size, (end - first) * size));
        };
        for (const auto& bins : binnings())
            for (const auto policy : {OutOfRange::dropped, OutOfRange::clamped, OutOfRange::counted})
                for (const auto last_edge : {LastEdge::exclusive, LastEdge::inclusive}) {
                    const Problem problem{
                        .sample = type, .axes = {bins}, .last_edge = last_edge, .out_of_range = policy};
                    CAPTURE(to_string(problem));
                    REQUIRE(detail::why_no_values(problem) == "");
                    const auto [first, count] = detail::values(problem, 0);
                    REQUIRE(count >= 1);
                    REQUIRE(first + count <= all);
                    CHECK(detail::value_count(problem) == count);
                    CHECK(counted_from(problem, 0, first) == 0);
                    CHECK(counted_from(problem, first + count, all) == 0);
                    const bool has_ends =
                        std::holds_alternative<EvenBins>(bins) || std::holds_alternative<EdgeBins>(bins);
                    if (bytes(type) == 1 || policy != OutOfRange::dropped || !has_ends) {
                        CHECK(count == all); // all values have a counter
                    } else if (counted_from(problem, 0, all) == 0) {
                        CHECK(count == 1);
                    } else {
                        CHECK(counted_from(problem, first, first + 1) == 1);
                        CHECK(counted_from(problem, first + count - 1, first + count) == 1);
                    }
                }
    }
}

TEST_CASE("values: each axis has its own range") {
    const Problem problem{
        .sample = SampleType::u16,
        .axes = {even_bins(10, 100, 200), even_bins(4, 0, 65'536), edge_bins({65'000, 7e4})},
        .layout = {.channels = 3}};
    CHECK(detail::values(problem, 0).first_key == 100);
    CHECK(detail::values(problem, 0).count == 100);
    CHECK(detail::values(problem, 1).count == 65'536);
    CHECK(detail::values(problem, 2).count == 536);
    CHECK(detail::value_count(problem) == 100 + 65'536 + 536);
}

TEST_CASE("values: a problem that cannot be counted by value gives the reason") {
    const auto why = [](const Problem& problem) {
        CAPTURE(to_string(problem));
        const auto words = detail::why_no_values(problem);
        CHECK_THROWS_AS(
            static_cast<void>(choose(DeviceProfile{}, problem,
                                     {.knobs = {.variant = Variant::local_atomic, .count_values = true}})),
            Error);
        return words;
    };
    for (const auto type : all_sample_types)
        if (is_float(type) || bytes(type) > 2)
            CHECK(why({.sample = type, .axes = {even_bins(10, 0, 100)}}) ==
                  "only integers of 8 and 16 bits have few values");
    check_has(
        why({.axes = {even_bins(4, 0, 256), even_bins(4, 0, 256)}, .joint = true, .layout = {.channels = 2}}),
        {"joint"});
    check_has(why({.axes = {identity_bins(256)},
                   .weights = {.type = SampleType::u32},
                   .counter = CounterType::u64}),
              {"weights"});
    check_has(why({.axes = {identity_bins(256)}, .batch = Batch::segments}), {"batch"});
    check_has(why({.axes = {custom_bins(4, "(x + i) / 64")}}), {"custom"});
}
