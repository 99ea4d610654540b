// The requested statistics of histograms of one to three axes.

#include "common/errors.hpp"
#include "count/output_args.hpp"
#include "count/show/statistics.hpp"
#include "support/text.hpp"

#include <histo_cl/histo_cl.hpp>
#include <histo_cl/statistics.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <vector>

using namespace count;
using histo_cl::test::check_has;

namespace {

Histogram histogram_with(std::vector<std::uint64_t> counts, std::vector<std::size_t> axes = {0}) {
    return {.name = {},
            .axes = std::move(axes),
            .bits = std::move(counts),
            .sum = histo_cl::CounterType::u64,
            .apart = {}};
}

/// The statistics that --stats prints for a histogram of one axis.
std::vector<Statistic> statistics(const histo_cl::Problem& problem, std::vector<std::uint64_t> counts) {
    return statistics_of({.statistics = true}, problem, histogram_with(std::move(counts)), nullptr,
                         std::vector<std::string>{""});
}

double value_of(const std::vector<Statistic>& statistics, const std::string& name) {
    const auto found = std::ranges::find(statistics, name, &Statistic::name);
    CAPTURE(name);
    REQUIRE(found != statistics.end());
    return found->value.to_double();
}

/// The text of a statistic's value, with its bound if it has one.
std::string text_of(const std::vector<Statistic>& statistics, const std::string& name, bool unicode = true) {
    const auto text =
        statistics_text(std::vector{histogram_with({1})}, Statistics{statistics}, {80, unicode});
    const auto begin = text.find(name) + name.size();
    const auto line = text.substr(begin, text.find('\n', begin) - begin);
    return line.substr(line.find_first_not_of(' '));
}

} // namespace

TEST_CASE("statistics of integers are exact, those of floats use the bins' middles") {
    const histo_cl::Problem bytes{.axes = {histo_cl::even_bins(4, 10, 14)}};
    const auto integers = statistics(bytes, {1, 0, 0, 3});
    CHECK(value_of(integers, "mean") == 12.25);
    CHECK(value_of(integers, "mode") == 13);
    CHECK(value_of(integers, "standard deviation") == std::sqrt(27.0 / 16));
    const histo_cl::Problem floats{.sample = histo_cl::SampleType::f64,
                                   .axes = {histo_cl::even_bins(4, 10, 14)}};
    const auto middles = statistics(floats, {1, 0, 0, 3});
    CHECK(value_of(middles, "mean") == 12.75);
    CHECK(value_of(middles, "mode") == 13.5);
    const histo_cl::Problem custom{.axes = {histo_cl::custom_bins(4, "x % 4")}};
    const auto numbered = statistics(custom, {1, 0, 0, 3});
    CHECK(numbered.size() == 2); // no edges, so no moments
    CHECK(value_of(numbered, "mode") == 3);
    const auto none = statistics(bytes, {0, 0, 0, 0});
    CHECK(std::isnan(value_of(none, "mean")));
    CHECK(std::isnan(value_of(none, "mode")));
}

TEST_CASE("percentiles are exact if each integer has a bin, and have bounds if bins are wider") {
    const histo_cl::Problem bytes{.axes = {histo_cl::even_bins(4, 0, 4)}};
    const auto each = statistics(bytes, {20, 0, 70, 10});
    CHECK(value_of(each, "p1") == 0);
    CHECK(text_of(each, "p50") == "2");
    CHECK(text_of(each, "p99") == "3");
    // All digits of a large integer are shown.
    constexpr auto big = std::int64_t{1} << 60;
    const histo_cl::Problem large{.sample = histo_cl::SampleType::i64,
                                  .axes = {histo_cl::edge_bins({big, big + 1, big + 2, big + 7})}};
    const auto far = statistics(large, {1, 3, 4});
    CHECK(text_of(far, "p50") == "1,152,921,504,606,846,977");
    const auto last = std::ranges::find(far, "p95", &Statistic::name);
    REQUIRE(last != far.end());
    REQUIRE(last->bounds.has_value());
    CHECK(last->bounds->lower == big + 2);
    CHECK(last->bounds->upper == big + 6);
    CHECK(text_of(far, "p95", false) == "1,152,921,504,606,846,978 +/- 4");
    // Moments and the mode are exact too where doubles cannot distinguish neighbouring edges.
    const histo_cl::Problem ones{.sample = histo_cl::SampleType::i64,
                                 .axes = {histo_cl::edge_bins({big, big + 1, big + 2, big + 3})}};
    const auto near = statistics(ones, {1, 1, 2});
    CHECK(value_of(near, "standard deviation") == std::sqrt(11.0 / 16));
    CHECK(text_of(near, "mode") == "1,152,921,504,606,846,978");
    // Bins that are 12000 wide: integers 0 to 11999 and so on.
    for (const auto type : {histo_cl::SampleType::u32, histo_cl::SampleType::f32}) {
        const histo_cl::Problem wide{.sample = type, .axes = {histo_cl::even_bins(3, 0, 36000)}};
        const auto found = statistics(wide, {1, 2, 1});
        CHECK(text_of(found, "p50") == "18,000 ± 6,000");
        CHECK(text_of(found, "p75") ==
              (type == histo_cl::SampleType::u32 ? "23,999 ± 12,000" : "24,000 ± 12,000"));
    }
    const auto none = statistics(bytes, {0, 0, 0, 0});
    CHECK(text_of(none, "p50") == "-");
}

TEST_CASE("a threshold is the edge where the next class begins") {
    AnalysisArgs args;
    const histo_cl::Problem problem{.axes = {histo_cl::even_bins(6, 0, 60)}};
    const auto counts = histogram_with({9, 1, 0, 0, 1, 9});
    const std::vector<std::string> axes{""};
    parse_threshold("otsu", args);
    CHECK(value_of(statistics_of(args, problem, counts, nullptr, axes), "threshold") == 20);
    parse_threshold("otsu:5", args);
    const auto too_many = statistics_of(args, problem, counts, nullptr, axes);
    CHECK(too_many.size() == 4);
    CHECK(std::isnan(value_of(too_many, "threshold 4"))); // only four bins have samples
    for (const char* const rule : {"triangle", "li", "isodata", "minimum_error"}) {
        CAPTURE(rule);
        parse_threshold(rule, args);
        CHECK(statistics_of(args, problem, counts, nullptr, axes).size() == 1);
    }
    for (const char* const text : {"", "Otsu", "otsu:1", "otsu:x", "li:3", "otsu:100000"})
        CHECK_THROWS_AS(parse_threshold(text, args), common::UsageError);
}

TEST_CASE("histograms are compared by the metrics given, or by all") {
    const AnalysisArgs args{.compared = "other", .metrics = {histo_cl::Metric::intersection}};
    const histo_cl::Problem problem{.axes = {histo_cl::even_bins(2, 0, 2)}};
    const std::vector<std::string> axes{""};
    const auto other = histogram_with({5, 1});
    const auto one = statistics_of(args, problem, histogram_with({2, 4}), &other, axes);
    REQUIRE(one.size() == 1);
    CHECK(value_of(one, "intersection") == 3);
    const AnalysisArgs all{.compared = "other"};
    CHECK(statistics_of(all, problem, histogram_with({2, 4}), &other, axes).size() ==
          histo_cl::all_metrics.size());
}

TEST_CASE("joint histograms have mutual information, of each pair of axes") {
    const AnalysisArgs args{.statistics = true};
    histo_cl::Problem problem{.axes = {histo_cl::even_bins(2, 0, 2), histo_cl::even_bins(2, 0, 2)},
                              .joint = true};
    const std::vector<std::string> axes{"a", "b", "c"};
    const auto same = statistics_of(args, problem, histogram_with({4, 0, 0, 4}, {0, 1}), nullptr, axes);
    CHECK(value_of(same, "mutual information (bits)") == 1);
    CHECK(value_of(same, "entropy where a is known") == 0);
    problem.axes.push_back(histo_cl::even_bins(2, 0, 2));
    const auto three =
        statistics_of(args, problem, histogram_with({2, 2, 0, 0, 0, 0, 2, 2}, {0, 1, 2}), nullptr, axes);
    CHECK(value_of(three, "mutual information of a and b (bits)") == 1);
    CHECK(value_of(three, "mutual information of b and c (bits)") == 0);
}

TEST_CASE("a table of statistics fits the terminal") {
    std::vector<Histogram> histograms;
    Statistics statistics;
    for (int i = 0; i < 5; ++i) {
        histograms.push_back(histogram_with({1}));
        histograms.back().name = "channel " + std::to_string(i);
        statistics.push_back({{"mean", -1.0 / 3 * 1e-300}, {"entropy (bits)", std::nan("")}});
    }
    for (const std::size_t columns : {40U, 80U, 200U}) {
        const auto text = statistics_text(histograms, statistics, {columns, false});
        check_has(text, {"channel 4", "-3.33333e-301", "entropy (bits)"});
        for (std::size_t begin = 0; begin < text.size();) {
            const auto end = text.find('\n', begin);
            CHECK(end - begin <= columns);
            begin = end + 1;
        }
    }
    CHECK(statistics_text(histograms, Statistics(5), {80, false}).empty());
    const Statistics pairs{{{"of a and b", 1}, {"of a and b", 2}}}; // two columns are called b
    check_has(statistics_text(std::vector{histogram_with({1})}, pairs, {80, false}), {" 1\n", " 2\n"});
}
