// The type Histogram: its members, its text and its picture.

#include "support/counters.hpp"
#include "support/error.hpp"

#include <histo_cl/reference.hpp>
#include <histo_cl/statistics/histogram.hpp>

#include <array>
#include <cstdint>
#include <doctest/doctest.h>
#include <numeric>
#include <span>
#include <sstream>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

Histogram counted(const Problem& problem, const std::vector<std::uint8_t>& samples, const Shape& shape = {}) {
    return reference_histogram(problem, {.samples = std::as_bytes(std::span(samples)), .shape = shape});
}

} // namespace

TEST_CASE("a histogram is a range of its counts, and knows its bins and what it dropped") {
    const auto h = counted({.axes = {even_bins(2, 0, 4), identity_bins(3)}}, {0, 1, 3, 2, 9, 2});
    CHECK(std::accumulate(h.begin(), h.end(), std::uint64_t{0}) == 5);
    CHECK(h.size() == 5);
    CHECK(h[1] == 1);
    CHECK(h.elements == 3);
    CHECK(h.bins()[0] == 1);
    CHECK(h.bins(1).size() == 3);
    CHECK(h.bins(1)[2] == 2);
    CHECK(h.dropped() == 1);
    CHECK(h.dropped(1) == 0);
    CHECK(h.edges() == std::vector<double>{0, 2, 4});
    check_invalid({"axis 2", "there are 2"}, [&] { return h.bins(2); });
    check_invalid({"axis 2"}, [&] { return h.dropped(2); });
    check_invalid({"histogram 1", "there are 1"}, [&] { return h.bins(0, 1); });
    check_invalid({"2 axes", "bins()"}, [&] { return h.cell({0, 0}); });
}

TEST_CASE("a joint histogram finds its cells by the bin of each axis") {
    const Problem problem{.axes = {identity_bins(2), identity_bins(3)}, .joint = true};
    const auto h = counted(problem, {1, 2, 0, 1, 1, 2, 1, 7});
    CHECK(h[h.cell({1, 2})] == 2);
    CHECK(h[h.cell({0, 1})] == 1);
    CHECK(h.dropped() == 1);
    check_invalid({"bin 3 of axis 1", "there are 3"}, [&] { return h.cell({0, 3}); });
    check_invalid({"1 bin", "joint"}, [&] { return h.cell({0}); });
    check_invalid({"joint"}, [&] { return h.bins(); });
}

TEST_CASE("histograms of a batch, and what is not known") {
    Problem problem{.axes = {identity_bins(2)}, .batch = Batch::segments};
    const auto h = counted(problem, {0, 1, 1, 1, 5, 0}, {.segment = 3});
    CHECK(h.histograms() == 2);
    CHECK(h.bins(0, 1)[1] == 1);
    CHECK(h.cell({1}, 1) == 3);
    check_invalid({"no sums"}, [&] { return h.bin_sums(); });
    CHECK(h.dropped() == 1);
    problem.batch = Batch::one;
    problem.counter = CounterType::u8;
    CHECK(counted(problem, {0}).dropped() == std::nullopt);
    const std::vector<float> weights{2};
    problem.counter = CounterType::f64;
    problem.weights.type = SampleType::f32;
    const std::vector<std::uint8_t> samples{1};
    const HostData data{.samples = std::as_bytes(std::span(samples)),
                        .weights = std::as_bytes(std::span(weights))};
    const auto sums = reference_histogram(problem, data);
    CHECK(sums.sums == std::vector<double>{0, 2});
    CHECK(sums.dropped() == std::nullopt);
    CHECK(sums.histograms() == 1);
    CHECK(sums.bin_sums()[1] == 2);
    check_invalid({"vector 1", "there are 1"}, [&] { return sums.bin_sums(0, 0, 1); });
    check_invalid({"no counts", "Weights::counts"}, [&] { return sums.bins(); });
    check_invalid({"no counts", "sums"}, [&] { return total(sums); });
    check_invalid({"no counts"}, [&] { return std::accumulate(sums.begin(), sums.end(), 0U); });
    problem.weights.counts = true;
    CHECK(reference_histogram(problem, data).bins()[1] == 1);
}

TEST_CASE("an empty histogram has no histograms, bins and cells, and says what it is") {
    const Histogram empty;
    CHECK(empty.histograms() == 0);
    CHECK(to_string(empty) == "an empty histogram");
    check_invalid({"axis 0", "there are 0"}, [&] { return empty.bins(); });
    check_invalid({"axis 0"}, [&] { return empty.dropped(); });
    check_invalid({"histogram 0", "there are 0"}, [&] { return empty.cell({}); });
    Histogram sums;
    sums.sums = {1};
    check_invalid({"axis 0"}, [&] { return sums.bin_sums(); });
}

TEST_CASE("statistics of a histogram use its own edges and squares") {
    Problem problem{.axes = {identity_bins(2), even_bins(2, 0, 4)}};
    const auto h = counted(problem, {1, 1, 1, 3, 0, 3, 9, 3});
    CHECK(density(h, 1) == density(h.bins(1), h.edges(1)));
    CHECK(moments(h, 1).mean == moments(h.bins(1), h.edges(1)).mean);
    CHECK(percentile(h, 50, 1).value == percentile(h.bins(1), h.edges(1), 50).value);
    CHECK(standard_errors(counted({.axes = {identity_bins(1)}}, {0, 0, 0, 0})) == std::vector<double>{2});
    const auto equal = counted({.axes = {identity_bins(2), identity_bins(2)}, .joint = true}, {0, 0, 1, 1});
    CHECK(mutual_information(equal) == 1);
    const auto batch = counted({.axes = equal.problem.axes, .joint = true, .batch = Batch::segments},
                               {0, 0, 1, 1, 0, 1, 1, 1}, {.segment = 2});
    CHECK(mutual_information(batch) == 1); // of the first histogram of the batch
    check_invalid({"not joint"},
                  [&] { return mutual_information(counted({.axes = {even_bins(1, 0, 4)}}, {1})); });
    problem = {.axes = {identity_bins(1)}, .weights = {.type = SampleType::u8, .squares = true}};
    const std::vector<std::uint8_t> samples{0, 0}, weights{3, 4};
    const HostData data{.samples = std::as_bytes(std::span(samples)),
                        .weights = std::as_bytes(std::span(weights))};
    CHECK(standard_errors(reference_histogram(problem, data)) == std::vector<double>{5});
    problem.weights.squares = false;
    check_invalid({"squares", "Weights::squares"},
                  [&] { return standard_errors(reference_histogram(problem, data)); });
}

TEST_CASE("statistics of a histogram without counts are those of its first sums") {
    const std::vector<std::uint8_t> samples{0, 0, 1, 1, 3, 1}, first{4, 4, 3}, second{1, 2, 3};
    const Problem problem{.axes = {even_bins(2, 0, 4), identity_bins(2)},
                          .weights = {.type = SampleType::u8, .vectors = 2}};
    const std::array<HostArray, 2> weights{first, second};
    const auto h = reference_histogram(problem, {.samples = samples, .weight_vectors = weights});
    CHECK(h.bin_sums(1, 0, 1)[1] == 5);
    CHECK(density(h) == density(std::vector<double>{8, 3}, h.edges()));
    CHECK(moments(h).mean == moments(std::vector<double>{8, 3}, h.edges()).mean);
    CHECK(percentile(h, 75, 1).value == percentile(std::vector<double>{4, 7}, h.edges(1), 75).value);
}

TEST_CASE("a histogram knows its counters, whichever its problem has") {
    const std::vector<std::uint8_t> samples{0, 1};
    const std::vector<float> weights{3, 5};
    const Problem problem{.axes = {identity_bins(2)}, .weights = {.type = SampleType::f32}};
    const auto h = reference_histogram(problem, {.samples = samples, .weights = weights});
    CHECK(h.problem.counter == CounterType::f64);
    CHECK(h.edges() == std::vector<double>{0, 1, 2});
    CHECK(draw(h, {.columns = 41}).starts_with("[0, 1)  3  ###"));
    CHECK(counted({.axes = {identity_bins(2)}, .counter = CounterType::u8}, {1}).problem.counter ==
          CounterType::u8);
}

TEST_CASE("a histogram without counts draws the first sums of each histogram of a batch") {
    const Problem problem{.sample = SampleType::f32,
                          .axes = {even_bins(1, 0, 4)},
                          .splitting = Splitting::linear,
                          .batch = Batch::segments,
                          .weights = {.type = SampleType::f32, .counts = true},
                          .counter = CounterType::f64};
    const std::vector<float> samples{2, 2}, weights{5, 7};
    const auto h = reference_histogram(problem, {.samples = std::as_bytes(std::span(samples)),
                                                 .shape = {.segment = 1},
                                                 .weights = std::as_bytes(std::span(weights))});
    CHECK(h.sums == std::vector<double>{1, 5, 1, 7});
    CHECK(draw(h, {.histogram = 1, .columns = 41}) ==
          "histogram 1 of 2:\n[0, 4)  1  ##############################\n");
    check_invalid({"histogram 2", "there are 2"}, [&] { return draw(h, {.histogram = 2}); });
}

TEST_CASE("a histogram prints itself in one line, and draws itself") {
    const auto h = counted({.axes = {even_bins(3, 0, 3)}}, {0, 1, 1, 2, 2, 2, 2, 7});
    CHECK(to_string(h) == "u8 samples into 3 even bins over [0, 3), u64 counters: 8 elements, 1 not counted");
    const std::string picture = "[0, 1)  1  ########\n"
                                "[1, 2)  2  ###############\n"
                                "[2, 3)  4  ##############################\n";
    CHECK(draw(h, {.columns = 41}) == picture);
    CHECK(draw(h, {.columns = 41, .max_rows = 2}) == "[0, 2)  3  #######################\n"
                                                     "[2, 3)  4  ##############################\n");
    std::ostringstream stream;
    stream << h;
    CHECK(stream.str() == to_string(h) + "\n" + draw(h));
    CHECK(draw(counted({.axes = {custom_bins(2, "x & 1")}}, {1}), {.columns = 41}) ==
          "bin 0  0\nbin 1  1  ###############################\n");
    CHECK(draw(counted({.axes = {circular_bins(1, 0, 90)}, .last_edge = LastEdge::inclusive}, {1}),
               {.columns = 41}) == "[ 0, 90)  1  ############################\n");
    const auto none = counted({.axes = {even_bins(3, 0, 3)}, .batch = Batch::segments}, {}, {.segment = 4});
    CHECK(to_string(none).ends_with(": 0 elements in 0 histograms"));
    stream.str("");
    stream << none;
    CHECK(stream.str() == to_string(none) + "\n");
    check_invalid({"histogram 0", "there are 0"}, [&] { return draw(none); });
    CHECK(draw(counted({.axes = {identity_bins(1), identity_bins(1)}}, {0, 1}), {.axis = 1, .columns = 41}) ==
          "axis 1 of 2:\n[0, 1)  0\n");
    check_invalid({"39 columns", "40"}, [&] { return draw(h, {.columns = 39}); });
    check_invalid({"0 rows"}, [&] { return draw(h, {.max_rows = 0}); });
    check_invalid({"axis 1"}, [&] { return draw(h, {.axis = 1}); });
    check_invalid({"histogram 1"}, [&] { return draw(h, {.histogram = 1}); });
    const Problem joint{.axes = {identity_bins(2), identity_bins(3)}, .joint = true};
    CHECK(draw(counted(joint, {1, 2, 1, 2, 0, 1})) == "[0, 1)   +\n[1, 2)    @\n");
    CHECK(draw(counted(joint, {})) == "[0, 1)\n[1, 2)\n");
}
