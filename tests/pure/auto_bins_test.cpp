// The rules for the number of bins, applied to summaries and to samples of every type. NumPy's rules are the
// reference.

#include "core/float_format.hpp"
#include "data/statistics_goldens.hpp"
#include "histo_cl/auto_bins.hpp"
#include "histo_cl/default_problem.hpp"
#include "support/error.hpp"
#include "support/random.hpp"

#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <type_traits>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

const EvenBins& even(const Problem& problem) {
    return std::get<EvenBins>(problem.axes.at(0));
}

} // namespace

TEST_CASE("bin rules: give as many bins as NumPy") {
    for (const auto& golden : goldens::bin_rules)
        for (std::size_t i = 0; i < all_bin_rules.size(); ++i) {
            CAPTURE(golden.samples.size());
            CAPTURE(name(all_bin_rules[i]));
            const auto problem = default_problem(golden.samples, all_bin_rules[i]);
            CHECK(even(problem).count == golden.bins[i]);
            CHECK(even(problem).lower == Number(golden.range[0]));
            CHECK(even(problem).upper == Number(golden.range[1]));
            CHECK(problem.last_edge == LastEdge::inclusive);
            CHECK(problem.counter == CounterType::u64);
            CHECK_NOTHROW(problem.validate());
        }
}

TEST_CASE("bin rules: numbers of bins computed by hand") {
    const SampleSummary summary{.count = 64,
                                .minimum = 0,
                                .maximum = 16,
                                .standard_deviation = 4,
                                .skewness = 0,
                                .interquartile_range = 8};
    CHECK(bins_by_rule(BinRule::sqrt, summary) == 8);
    CHECK(bins_by_rule(BinRule::rice, summary) == 8);
    CHECK(bins_by_rule(BinRule::sturges, summary) == 7);
    CHECK(bins_by_rule(BinRule::doane, summary) == 7);
    CHECK(bins_by_rule(BinRule::fd, summary) == 4);
    CHECK(bins_by_rule(BinRule::automatic, summary) == 7);
    CHECK(bins_by_rule(BinRule::scott, summary) == 5); // 4 · (24 √π / 64)^(1/3) = 3.49
    auto wide = summary;
    wide.min_width = 5;
    CHECK(bins_by_rule(BinRule::sqrt, wide) == 4);
    // The interquartile range is 0, so fd gives no width.
    auto same = summary;
    same.interquartile_range = 0;
    CHECK(bins_by_rule(BinRule::fd, same) == 1);
    CHECK(bins_by_rule(BinRule::automatic, same) == 7);
    CHECK(bins_by_rule(BinRule::automatic, {}) == 1);
    CHECK(bins_by_rule(BinRule::doane, {.count = 2, .maximum = 1, .standard_deviation = 0.5}) == 1);
}

TEST_CASE("bin rules: too many bins are refused with their number, the limit and the outlier") {
    SampleSummary summary{.count = 64, .maximum = 16, .standard_deviation = 4, .interquartile_range = 1e-9};
    const auto refuses = [&](std::string_view outlier) {
        check_invalid({"32000000000 bins of width 5e-10 from 0 to 16", "up to 1048576 (2^20)", outlier},
                      [&] { return bins_by_rule(BinRule::fd, summary); });
    };
    refuses("The least and the greatest sample are far");
    summary.skewness = 1;
    refuses("The greatest sample, 16, is far from the others: give a range without it");
    summary.skewness = -1;
    refuses("The least sample, 0, is far from the others");
    // The maximum number of bins, and one more.
    summary.interquartile_range = 16.0 / max_bins_by_rule * 2;
    CHECK(bins_by_rule(BinRule::fd, summary) == max_bins_by_rule);
    summary.interquartile_range *= 1 - 1e-7;
    CHECK_THROWS_AS(static_cast<void>(bins_by_rule(BinRule::fd, summary)), Error);

    std::vector<std::int64_t> integers{std::int64_t{1} << 62};
    for (int i = 0; i < 1000; ++i)
        integers.push_back(i % 100);
    check_invalid({"from 0 to 4611686018427387904", "The greatest sample, 4611686018427387904, is far"},
                  [&] { return default_problem(integers, BinRule::fd); });
}

TEST_CASE("bin rules: with a range they use only the samples in it and cover all of it, as in NumPy") {
    std::vector<double> samples{1e9, -1e9};
    for (int i = 0; i < 64; ++i)
        samples.push_back(i);
    const auto problem = default_problem(samples, BinRule::sqrt, SampleExtremes{-1, 127});
    CHECK(even(problem).lower == Number(-1));
    CHECK(even(problem).upper == Number(127));
    CHECK(even(problem).count == 17); // the width is 63/8, and 128 / (63/8) is 16.25
    CHECK(even(default_problem(samples, BinRule::sqrt, SampleExtremes{200, 300})).count == 1);
    for (const auto& wrong : {SampleExtremes{1, 1}, SampleExtremes{2, 1},
                              SampleExtremes{0, std::numeric_limits<double>::infinity()}})
        CHECK_THROWS_AS(static_cast<void>(default_problem(samples, BinRule::sqrt, wrong)), Error);
}

TEST_CASE("bins by a summary contain every integer that was rounded to the summary's doubles") {
    const SampleSummary summary{
        .count = 3, .minimum = 0x1p53 + 4, .maximum = 0x1p62, .standard_deviation = 1e18};
    const auto of = [&](SampleType type) { return even(default_problem(type, summary, BinRule::sqrt)); };
    CHECK(of(SampleType::i64).lower <= Number((std::int64_t{1} << 53) + 3));
    CHECK(of(SampleType::i64).upper >= Number((std::int64_t{1} << 62) + 256));
    auto all = summary;
    all.maximum = 0x1p64;
    CHECK(even(default_problem(SampleType::u64, all, BinRule::sqrt)).upper ==
          Number(std::numeric_limits<std::uint64_t>::max()));
}

TEST_CASE("bin rules: equal values have equal bins in every sample type") {
    const std::vector<double> values{0, 1, 1, 2, 2, 2, 3, 3, 5, 8, 13, 21, 34, 55, 89, 100};
    for (const auto rule : all_bin_rules) {
        CAPTURE(name(rule));
        const auto count = even(default_problem(values, rule)).count;
        for (const auto type : all_sample_types)
            with_sample_type(type, [&]<class T>(std::type_identity<T>) {
                std::vector<T> samples;
                for (const auto value : values)
                    if constexpr (NarrowFloat<T>)
                        samples.push_back(detail::narrowed<T>(value)); // exact: at most 7 binary digits
                    else
                        samples.push_back(static_cast<T>(value));
                CAPTURE(name(type));
                const auto problem = default_problem(samples, rule);
                CHECK(problem.sample == type);
                CHECK(even(problem).count == count);
                CHECK(even(problem).lower == Number(0));
                CHECK(even(problem).upper == Number(100));
                CHECK_NOTHROW(problem.validate());
            });
    }
}

TEST_CASE("bin rules: bins of integers are at least 1 wide") {
    std::vector<std::int32_t> integers(10'000);
    for (std::size_t i = 0; i < integers.size(); ++i)
        integers[i] = static_cast<std::int32_t>(i % 5);
    CHECK(even(default_problem(integers, BinRule::sqrt)).count == 4);
    CHECK(even(default_problem(std::vector<float>(integers.begin(), integers.end()), BinRule::sqrt)).count ==
          100);
    CHECK(even(default_problem(integers, BinRule::stone)).count <= 4);
}

TEST_CASE("bin rules: extreme samples have valid bins") {
    constexpr auto minimum = std::numeric_limits<std::int64_t>::min();
    constexpr auto maximum = std::numeric_limits<std::int64_t>::max();
    const auto integers = default_problem(std::vector<std::int64_t>{minimum, 0, 0, maximum}, BinRule::sqrt);
    CHECK(even(integers).count == 2);
    CHECK(even(integers).lower == Number(minimum));
    constexpr auto infinity = std::numeric_limits<double>::infinity();
    const auto finite =
        default_problem(std::vector<double>{-infinity, 1, 2, 3, 5, std::nan(""), infinity}, BinRule::sqrt);
    CHECK(even(finite).count == 2);
    CHECK(even(finite).lower == Number(1));
    for (const auto rule : all_bin_rules) {
        CAPTURE(name(rule));
        // The squares of these samples overflow, or are rounded to 0.
        CHECK(even(default_problem(std::vector<double>{1e300, 2e300, 3e300, 5e300}, rule)).count ==
              even(default_problem(std::vector<double>{1, 2, 3, 5}, rule)).count);
        CHECK(even(default_problem(std::vector<double>{1e-250, 2e-250, 3e-250, 5e-250}, rule)).count ==
              even(default_problem(std::vector<double>{1, 2, 3, 5}, rule)).count);
        CHECK(even(default_problem(std::vector<float>{}, rule)).count == 1);
        check_invalid({}, [&] { default_problem(std::vector<double>{-1e308, 0, 1e308}, rule).validate(); });
    }
}

TEST_CASE("bin rules: unknown rules, invalid summaries and parts of samples are refused") {
    const auto nan = std::nan("");
    check_invalid({"stone", "samples"}, [] { return bins_by_rule(BinRule::stone, {}); });
    check_invalid({"bin rule 8", "0 to 7"}, [] { return bins_by_rule(static_cast<BinRule>(8), {}); });
    check_invalid({"bin rule 8"}, [] {
        return default_problem(std::vector<int>{1, 2}, static_cast<BinRule>(8));
    });
    check_invalid({"minimum", "nan"},
                  [&] { return bins_by_rule(BinRule::sqrt, {.count = 1, .minimum = nan}); });
    check_invalid({"minimum, 2", "maximum, 1"},
                  [] { return bins_by_rule(BinRule::sqrt, {.count = 1, .minimum = 2, .maximum = 1}); });
    check_invalid({"standard_deviation", "-1"},
                  [] { return bins_by_rule(BinRule::scott, {.standard_deviation = -1}); });
    check_invalid({"interquartile_range", "nan"},
                  [&] { return bins_by_rule(BinRule::fd, {.interquartile_range = nan}); });
    check_invalid({"min_width"}, [] { return bins_by_rule(BinRule::fd, {.min_width = -1}); });
    check_invalid({"skewness"},
                  [&] { return bins_by_rule(BinRule::doane, {.standard_deviation = 1, .skewness = nan}); });
    const std::array<std::byte, 6> bytes{};
    check_invalid({"6 B", "f32"}, [&] { return default_problem({SampleType::f32, bytes}, BinRule::sqrt); });
}
