// Pictures from plain data: scales, bars, colour maps, and the output of the writers.

#include "common/date.hpp"
#include "common/errors.hpp"
#include "plot/axes.hpp"
#include "plot/figure.hpp"
#include "plot/page.hpp"
#include "plot/scene.hpp"
#include "plot/svg.hpp"
#include "support/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace plot;
using histo_cl::test::check_has;
using histo_cl::test::contains;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::array sizes{Point{320, 200}, Point{480, 300}, Point{960, 540}, Point{1920, 1080}};

std::vector<double> even_edges(std::size_t bins, double lower, double upper) {
    std::vector<double> edges(bins + 1);
    for (std::size_t i = 0; i <= bins; ++i)
        edges[i] = lower + (upper - lower) * static_cast<double>(i) / static_cast<double>(bins);
    return edges;
}

/// A figure with a series for each list of values.
Figure figure_of(std::vector<double> edges, std::vector<std::vector<double>> values) {
    Figure figure{.title = "title",
                  .subtitle = "subtitle",
                  .x_title = "value",
                  .edges = std::move(edges),
                  .series = {}};
    for (auto& each : values) {
        const auto index = static_cast<unsigned>(figure.series.size());
        figure.series.push_back({"series " + std::to_string(index), std::move(each), index});
    }
    return figure;
}

Figure ramp(std::size_t bins) {
    std::vector<double> values(bins);
    std::iota(values.begin(), values.end(), 1.0);
    return figure_of(even_edges(bins, 0, static_cast<double>(bins)), {values});
}

JointFigure joint_of(std::size_t x_bins, std::size_t y_bins, std::vector<double> values) {
    return {.title = "title",
            .subtitle = {},
            .x_title = "x",
            .y_title = "y",
            .x_edges = even_edges(x_bins, 0, 1),
            .y_edges = even_edges(y_bins, 0, 1),
            .values = std::move(values)};
}

/// All marks of a kind in the layers with this name.
template <class Kind>
std::vector<Kind> marks(const Scene& scene, std::string_view layer) {
    std::vector<Kind> result;
    for (const auto& each : scene.layers)
        for (const auto& mark : each.marks)
            if (const auto* found = std::get_if<Kind>(&mark); found && each.name == layer)
                result.push_back(*found);
    return result;
}

std::vector<Box> boxes(const Scene& scene, std::string_view layer = "series0") {
    std::vector<Box> result;
    for (const auto& each : marks<Boxes>(scene, layer))
        result.insert(result.end(), each.boxes.begin(), each.boxes.end());
    return result;
}

bool is_within(const Box& inner, const Box& outer) {
    constexpr double slack = 1e-6;
    return std::isfinite(inner.x) && std::isfinite(inner.y) && inner.width > 0 && inner.height > 0 &&
           inner.x >= outer.x - slack && inner.y >= outer.y - slack &&
           inner.x + inner.width <= outer.x + outer.width + slack &&
           inner.y + inner.height <= outer.y + outer.height + 0.75 + slack;
}

/// The approximate box of a label.
Box box_of(const Label& label) {
    const double width = text_width(label.text, label.size, label.bold);
    const double before = label.anchor == Label::Anchor::start    ? 0
                          : label.anchor == Label::Anchor::middle ? width / 2
                                                                  : width;
    if (label.upwards) return {label.at.x - label.size, label.at.y + before - width, label.size, width};
    return {label.at.x - before, label.at.y - label.size, width, label.size};
}

bool overlap(const Box& a, const Box& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/// Checks what holds for every picture: data are in their panels, and texts are inside the picture and do not
/// overlap.
void check_scene(const Scene& scene) {
    const Box all{0, 0, scene.width, scene.height};
    auto labels = marks<Label>(scene, "axes");
    std::vector<Box> data;
    for (std::size_t i = 0; i < scene.layers.size(); ++i) {
        const auto names = marks<Label>(scene, "series" + std::to_string(i));
        labels.insert(labels.end(), names.begin(), names.end());
        for (const auto& box : boxes(scene, "series" + std::to_string(i))) {
            const bool inside = std::ranges::any_of(
                scene.panels, [&](const Panel& panel) { return is_within(box, panel.frame); });
            CHECK(inside);
            data.push_back(box);
        }
    }
    for (std::size_t i = 0; i < labels.size(); ++i) {
        CAPTURE(labels[i].text);
        CHECK(!labels[i].text.empty());
        CHECK(is_within(box_of(labels[i]), all));
        const bool covered =
            std::ranges::any_of(data, [&](const Box& box) { return overlap(box, box_of(labels[i])); });
        CHECK(!covered);
        for (std::size_t j = 0; j < i; ++j) {
            CAPTURE(labels[j].text);
            CHECK(!overlap(box_of(labels[i]), box_of(labels[j])));
        }
    }
    const auto text = svg(scene);
    CHECK(!contains(text, "nan"));
    CHECK(!contains(text, "\"inf"));
    CHECK(!contains(text, "\"-inf"));
}

std::vector<std::string> texts(const std::vector<Tick>& ticks) {
    std::vector<std::string> result;
    for (const auto& tick : ticks)
        result.push_back(tick.text);
    return result;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("ticks are 1, 2 or 5 times a power of ten apart") {
    CHECK(texts(ticks({0, 1}, 5)) == Texts{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"});
    CHECK(texts(ticks({0, 256}, 6)) == Texts{"0", "50", "100", "150", "200", "250"});
    CHECK(texts(ticks({-3, 3}, 3)) == Texts{"-2", "0", "2"});
    CHECK(texts(ticks({0, 4e6}, 4)) == Texts{"0", "1e6", "2e6", "3e6", "4e6"});
    CHECK(texts(ticks({0, 2e-7}, 2)) == Texts{"0", "1e-7", "2e-7"});
    CHECK(texts(ticks({1e9, 1e9 + 4}, 4)) ==
          Texts{"1,000,000,000", "1,000,000,001", "1,000,000,002", "1,000,000,003", "1,000,000,004"});
    CHECK(texts(ticks({0, 2}, 10, true)) == Texts{"0", "1", "2"});
    CHECK(texts(ticks({0, 1e9}, 10)) ==
          Texts{"0", "1e8", "2e8", "3e8", "4e8", "5e8", "6e8", "7e8", "8e8", "9e8", "1e9"});
    CHECK(texts(ticks({-2e7, 2e7}, 8)) ==
          Texts{"-2e7", "-1.5e7", "-1e7", "-5e6", "0", "5e6", "1e7", "1.5e7", "2e7"});
    for (const double span : {1e-300, 1e-9, 0.37, 1.0, 7.0, 12345.0, 1e20, 1e300})
        for (const int max_ticks : {2, 3, 5, 10, 20}) {
            CAPTURE(span);
            CAPTURE(max_ticks);
            const auto found = ticks({-span, span}, max_ticks);
            CHECK(found.size() >= 1);
            CHECK(found.size() <= static_cast<std::size_t>(max_ticks) + 1);
            CHECK(std::ranges::is_sorted(found, {}, &Tick::value));
            const auto words = texts(found);
            CHECK(std::set<std::string>(words.begin(), words.end()).size() == words.size());
        }
    CHECK(ticks({-1.7e308, 1.7e308}, 5).size() > 1);
}

TEST_CASE("a linear scale has at least two ticks, so that heights can be read") {
    for (double upper = 1; upper < 1e6; upper *= 1.07)
        for (const bool whole : {false, true}) {
            CAPTURE(upper);
            CHECK(ticks({0, upper}, 2, whole).size() >= 2);
            CHECK(ticks({0, upper}, 2, whole).size() <= 3);
        }
}

TEST_CASE("digits that all values of an axis share are in its title") {
    const auto axis_of = [](double lower, double upper) {
        return bin_axis({lower, upper}, "value", AxisKind::linear, 400, Direction::across);
    };
    const auto near_one = axis_of(1, 1 + 1e-12);
    CHECK(near_one.title == "value - 1");
    CHECK(texts(near_one.ticks) == Texts{"0", "2e-13", "4e-13", "6e-13", "8e-13", "1e-12"});
    CHECK(near_one.ticks[1].value == doctest::Approx(1 + 2e-13).epsilon(1e-15));
    CHECK(axis_of(1e9, 1e9 + 4).title == "value - 1,000,000,000");
    CHECK(axis_of(-1e9 - 4, -1e9).title == "value + 1,000,000,010");
    CHECK(axis_of(2459000.5, 2459001.5).title == "value");
    CHECK(axis_of(-1, 1).title == "value");
    CHECK(texts(axis_of(4, 7).ticks) == Texts{"4", "5", "6", "7"}); // edges are integers
    CHECK(texts(axis_of(0.5, 2).ticks) == Texts{"0.6", "0.8", "1.0", "1.2", "1.4", "1.6", "1.8", "2.0"});
    const std::vector<double> samples(256, 1.0);
    for (const auto& size : sizes)
        check_scene(
            chart(figure_of(even_edges(256, 1, 1 + 1e-12), {samples}), {.width = size.x, .height = size.y}));
}

TEST_CASE("an axis of dates has ticks at the starts of years, months, days and hours") {
    const auto seconds = [](std::string_view text) { return common::date_typed(text).value(); };
    const auto texts_of = [&](std::string_view lower, std::string_view upper, int max) {
        return texts(date_ticks({seconds(lower), seconds(upper)}, max));
    };
    CHECK(texts_of("2010-01-03", "2014-09-06", 5) == Texts{"2011", "2012", "2013", "2014"});
    CHECK(texts_of("2010-01-03", "2010-04-06", 5) == Texts{"2010-02", "2010-03", "2010-04"});
    CHECK(texts_of("2010-01-30", "2010-02-02", 5) ==
          Texts{"2010-01-30", "2010-01-31", "2010-02-01", "2010-02-02"});
    CHECK(texts_of("2010-01-30T18:00", "2010-01-31T12:00", 4) ==
          Texts{"2010-01-30T18:00", "2010-01-31", "06:00", "12:00"});
    CHECK(texts_of("2010-06-15", "2012-06-14", 2) == Texts{"2011", "2012"});
    CHECK(date_ticks({0, 0.5}, 5).size() >= 2);
    CHECK(date_ticks({-1e300, 1e300}, 5).size() >= 2);
    for (const double span : {10.0, 5e3, 9e4, 3e5, 4e6, 5e7, 6e8, 3e9, 6e10})
        for (const int max_ticks : {2, 5, 9}) {
            CAPTURE(span);
            CHECK(date_ticks({0, span}, max_ticks).size() >= 2);
        }
    auto figure = figure_of({}, {std::vector<double>(12, 3.0)});
    figure.edges = even_edges(12, seconds("2010-01-03"), seconds("2023-09-06"));
    figure.dates = true;
    for (const auto& size : sizes) {
        const auto scene = chart(figure, {.width = size.x, .height = size.y});
        check_scene(scene);
        check_has(svg(scene), {">2020<"});
    }
    auto joint = joint_of(6, 4, std::vector<double>(24, 1.0));
    joint.x_edges = even_edges(6, seconds("2010-01-03"), seconds("2023-09-06"));
    joint.x_dates = true;
    check_has(svg(heat_map(joint, {})), {">2012<"});
}

TEST_CASE("a logarithmic scale has decades, steps of 1-2-5 if they are few, and linear ticks within one") {
    CHECK(texts(ticks({1, 1e4, true}, 5)) == Texts{"1", "10", "100", "1,000", "10,000"});
    CHECK(texts(ticks({0.5, 60, true}, 9)) == Texts{"0.5", "1", "2", "5", "10", "20", "50"});
    CHECK(texts(ticks({1e-5, 1e7, true}, 7)) == Texts{"1e-4", "0.01", "1", "100", "10,000", "1e6"});
    CHECK(texts(ticks({30, 70, true}, 4)) == Texts{"30", "40", "50", "60", "70"});
    const Scale scale{0.5, 50, true};
    CHECK(scale.clamped(0) == 0);
    CHECK(scale.clamped(-1) == 0);
    CHECK(scale.clamped(5) == doctest::Approx(0.5));
    CHECK(scale.clamped(5000) == 1);
}

TEST_CASE("every bin has its bar at every size, as high as its count") {
    for (const auto& size : sizes)
        for (const std::size_t bins : {1U, 8U, size.x > 320 ? 256U : 128U}) {
            CAPTURE(size.x);
            CAPTURE(bins);
            const auto scene = chart(ramp(bins), {.width = size.x, .height = size.y});
            check_scene(scene);
            const auto found = boxes(scene);
            REQUIRE(found.size() == bins);
            const double unit = found.back().height / static_cast<double>(bins);
            for (std::size_t i = 0; i < bins; ++i) {
                CHECK(found[i].height == doctest::Approx(std::max(unit * static_cast<double>(i + 1), 2.0)));
                if (i > 0) CHECK(found[i].x >= found[i - 1].x + found[i - 1].width - 1e-6);
            }
            check_has(found.front().hint, {"[0, 1): 1"});
        }
}

TEST_CASE("bins narrower than a pixel share columns, and none is lost") {
    auto figure = ramp(65536);
    std::ranges::fill(figure.series[0].values, 0.0);
    for (const std::size_t bin : {0U, 12345U, 65535U}) {
        figure.series[0].values.assign(65536, 0.0);
        figure.series[0].values[bin] = 1;
        for (const auto& size : sizes) {
            const auto scene = chart(figure, {.width = size.x, .height = size.y});
            check_scene(scene);
            const auto found = boxes(scene);
            REQUIRE(found.size() == 1);
            const auto& frame = scene.panels[0].frame;
            const double at = frame.x + frame.width * (static_cast<double>(bin) + 0.5) / 65536;
            CHECK(found[0].x <= at);
            CHECK(found[0].x + found[0].width >= at);
            CHECK(found[0].width * scene.zoom >= 0.99);
            if (size.x > 320) check_has(svg(scene), {"each column is as high as the highest of its bins"});
        }
    }
    const auto merged = coarser(ramp(65536), 1000);
    CHECK(merged.edges.size() <= 1001);
    CHECK(merged.edges.back() == 65536);
    const auto& sums = merged.series[0].values;
    CHECK(std::accumulate(sums.begin(), sums.end(), 0.0) == 65536.0 * 65537 / 2);
}

TEST_CASE("one sample beside a billion is visible, and an empty histogram says that it is empty") {
    auto figure = ramp(256);
    figure.series[0].values.assign(256, 0.0);
    const auto none = chart(figure, {});
    check_scene(none);
    CHECK(boxes(none).empty());
    check_has(svg(none), {"no samples in any bin"});
    figure.series[0].values[85] = 1e9;
    figure.series[0].values[200] = 1;
    for (const bool log : {false, true}) {
        const auto scene = chart(figure, {.log_y = log});
        check_scene(scene);
        const auto found = boxes(scene);
        REQUIRE(found.size() == 2);
        CHECK(found[1].height >= 0.75);
        CHECK((found[1].height > 5) == log);
    }
}

TEST_CASE("channels have panels with the same axes, or share one") {
    std::vector<std::vector<double>> values(4, std::vector<double>(256));
    for (std::size_t i = 0; i < 4; ++i)
        values[i][i * 50] = static_cast<double>(i + 1);
    const auto figure = figure_of(even_edges(256, 0, 256), values);
    for (const auto& size : sizes)
        for (const bool together : {false, true}) {
            const auto scene = chart(figure, {.width = size.x, .height = size.y, .together = together});
            check_scene(scene);
            REQUIRE(scene.panels.size() == (together ? 1 : 4));
            for (std::size_t i = 0; i < 4; ++i) {
                const auto found = boxes(scene, "series" + std::to_string(i));
                REQUIRE(found.size() == 1);
                const auto& panel = scene.panels[together ? 0 : i];
                CHECK(is_within(found[0], panel.frame));
                CHECK(found[0].height ==
                      doctest::Approx(panel.frame.height * static_cast<double>(i + 1) / 4 / 1.06));
                const auto names = marks<Label>(scene, "series" + std::to_string(i));
                REQUIRE(names.size() == 1);
                CHECK(names[0].text == "series " + std::to_string(i));
            }
        }
}

TEST_CASE("heights: densities are shares per width, and cumulative sums end with the total or 1") {
    const std::vector<double> edges{0, 1, 3, infinity};
    const std::vector<double> values{2, 4, 2};
    CHECK(heights(values, edges, {}) == values);
    CHECK(heights(values, edges, {.density = true}) == std::vector<double>{0.25, 0.25, 0});
    CHECK(heights(values, edges, {.cumulative = true}) == std::vector<double>{2, 6, 8});
    CHECK(heights(values, edges, {.density = true, .cumulative = true}) ==
          std::vector<double>{0.25, 0.75, 1});
    CHECK(heights({0, 0, 0}, edges, {.density = true}) == std::vector<double>{0, 0, 0});
}

TEST_CASE("bins with infinite ends are as wide as their neighbours, and labelled as infinite") {
    CHECK(finite_edges({-infinity, 0, 2, infinity}) == std::vector<double>{-2, 0, 2, 4});
    CHECK(finite_edges({-infinity, infinity}) == std::vector<double>{-1, 1});
    CHECK(finite_edges({0, infinity}) == std::vector<double>{0, 1});
    CHECK(finite_edges({-infinity, 5, infinity}) == std::vector<double>{4, 5, 6});
    for (const auto& edges :
         {std::vector<double>{-infinity, 0, 2, infinity}, std::vector<double>{-infinity, infinity},
          std::vector<double>{0, infinity}, std::vector<double>{-infinity, 0}}) {
        const auto scene = chart(figure_of(edges, {std::vector<double>(edges.size() - 1, 3.0)}), {});
        check_scene(scene);
        CHECK(boxes(scene).size() == edges.size() - 1);
        check_has(svg(scene), {"inf</text>"});
    }
    auto many = even_edges(200, 0, 200);
    many.front() = -infinity;
    many.back() = infinity;
    for (const auto& size : sizes)
        check_scene(
            chart(figure_of(many, {std::vector<double>(200, 3.0)}), {.width = size.x, .height = size.y}));
    auto huge = even_edges(256, -0.5, 0.5);
    for (auto& edge : huge)
        edge = edge * std::numeric_limits<double>::max() * 2;
    check_scene(chart(figure_of(huge, {std::vector<double>(256, 1.0)}), {}));
}

TEST_CASE("negative sums hang from the line at 0") {
    const auto scene = chart(figure_of({0, 1, 2, 3}, {{5, -5, 0}}), {});
    const auto found = boxes(scene);
    REQUIRE(found.size() == 2);
    CHECK(found[0].y + found[0].height == doctest::Approx(found[1].y));
    CHECK(boxes(chart(figure_of({0, 1, 2, 3}, {{5, -5, 0}}), {.log_y = true})).size() == 1);
}

TEST_CASE("bins with names are equally wide, and the hint of a closed bin says so") {
    auto figure = figure_of({97, 101, 105, 123}, {{1, 2, 3}});
    figure.labels = {"a-d", "e-h", "i-z"};
    const auto found = boxes(chart(figure, {}));
    REQUIRE(found.size() == 3);
    CHECK(found[2].width == doctest::Approx(found[0].width));
    CHECK(found[2].hint == "i-z: 3");
    figure.labels.clear();
    figure.closed = true;
    CHECK(boxes(chart(figure, {}))[1].hint == "[101, 105): 2");
    CHECK(boxes(chart(figure, {}))[2].hint == "[105, 123]: 3");
}

TEST_CASE("every named bin has its name, turned if there is no room across") {
    auto figure = ramp(24);
    for (int i = 0; i < 24; ++i)
        figure.labels.push_back("name of bin " + std::to_string(i));
    for (const auto& size : sizes) {
        const auto scene = chart(figure, {.width = size.x, .height = size.y});
        check_scene(scene);
        const auto labels = marks<Label>(scene, "axes");
        CHECK(std::ranges::count_if(labels, [](const Label& label) {
                  return label.upwards && label.text.starts_with("na");
              }) == (size.x > 320 ? 24 : 12));
    }
    check_scene(chart(figure, {.width = min_width, .height = min_height}));
    figure.labels[3] = std::string(300, 'x'); // even this label leaves room for the bars
    const auto scene = chart(figure, {});
    check_scene(scene);
    CHECK(scene.panels[0].frame.height > 540.0 / 2);
    figure.labels.resize(2);
    figure.edges.resize(3);
    figure.series[0].values.resize(2);
    for (const auto& label : marks<Label>(chart(figure, {}), "axes"))
        CHECK(label.upwards == (label.text == "samples per bin"));
}

TEST_CASE("names of series that are too wide remain different") {
    auto figure = figure_of(even_edges(8, 0, 8), std::vector(3, std::vector<double>(8, 1.0)));
    const auto named = [&](const std::string& before, const std::string& after) {
        std::set<std::string> names;
        for (std::size_t i = 0; i < 3; ++i)
            figure.series[i].name = before + std::to_string(i) + after;
        for (const bool together : {false, true}) {
            const auto scene = chart(figure, {.width = 480, .height = 300, .together = together});
            check_scene(scene);
            for (std::size_t i = 0; i < 3; ++i)
                names.insert(marks<Label>(scene, "series" + std::to_string(i)).at(0).text);
        }
        return names;
    };
    CHECK(named("a photograph of ", ".jpg").size() == 3);
    CHECK(named("a photograph of the garden, number ", " of many photographs.jpg").size() == 3);
    CHECK(named("short ", "") == std::set<std::string>{"short 0", "short 1", "short 2"});
}

TEST_CASE("the subtitle of a narrow picture loses its last parts, not its middle") {
    auto figure = ramp(1024);
    figure.subtitle = "200,000 f64 samples in 256 bins, 0 out of range";
    check_has(svg(chart(figure, {.width = 320, .height = 200})), {">200,000 f64 samples in 256 bins<"});
    check_has(svg(chart(figure, {})), {"0 out of range · each column is as high"});
}

TEST_CASE("a joint histogram has a cell for each bin with samples, x to the right and y upwards") {
    std::vector<double> values(6 * 4);
    values[1 * 4 + 3] = 10;
    values[5 * 4 + 0] = 1;
    for (const auto& size : sizes) {
        const auto scene = heat_map(joint_of(6, 4, values), {.width = size.x, .height = size.y});
        check_scene(scene);
        const auto found = boxes(scene);
        REQUIRE(found.size() == 2); // one element per level, in the order of levels
        const auto& frame = scene.panels[0].frame;
        CHECK(found[1].hint == "x [0.166667, 0.333333), y [0.75, 1): 10");
        CHECK(found[1].x == doctest::Approx(frame.x + frame.width / 6));
        CHECK(found[1].y == doctest::Approx(frame.y));
        CHECK(found[0].y + found[0].height == doctest::Approx(frame.y + frame.height));
        CHECK(marks<Boxes>(scene, "series0")[1].paint.index == heat_levels - 1);
    }
    for (const auto& label : marks<Label>(heat_map(joint_of(1, 1, {7}), {}), "axes"))
        CHECK(label.upwards == (label.text == "samples" || label.text == "y")); // beside the colour scale
    check_scene(heat_map(joint_of(8, 8, std::vector<double>(64)), {}));
    CHECK(boxes(heat_map(joint_of(8, 8, std::vector<double>(64)), {})).empty());
    check_scene(heat_map(joint_of(1, 1, {7}), {}));
    CHECK(boxes(heat_map(joint_of(1, 1, {7}), {.log_y = true})).size() == 1);
}

TEST_CASE("many joint bins: neighbours of a level in a row become one box, and one spike is visible") {
    const auto full = heat_map(joint_of(256, 256, std::vector<double>(65536, 2.0)), {});
    check_scene(full);
    CHECK(boxes(full).size() == 256);
    std::vector<double> values(std::size_t{4096} * 16);
    values[1000 * 16 + 7] = 1;
    const auto scene = heat_map(joint_of(4096, 16, values), {});
    check_scene(scene);
    CHECK(boxes(scene).size() == 1);
}

TEST_CASE("texts have a contrast of at least 4.5 to 1 against the paper, in both themes") {
    const auto linear = [](double part) {
        return part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    const auto luminance = [&](Rgb rgb) {
        return 0.2126 * linear(rgb.red / 255.0) + 0.7152 * linear(rgb.green / 255.0) +
               0.0722 * linear(rgb.blue / 255.0);
    };
    std::vector<Paint> paints{{Paint::Role::ink}, {Paint::Role::muted}};
    for (unsigned hue = 0; hue < hues; ++hue)
        paints.push_back({Paint::Role::series, hue});
    for (const auto theme : {Theme::light, Theme::dark})
        for (const auto paint : paints) {
            CAPTURE(paint.index);
            const double a = luminance(colour(paint, theme)) + 0.05;
            const double b = luminance(colour({Paint::Role::paper}, theme)) + 0.05;
            CHECK(std::max(a, b) / std::min(a, b) >= 4.5);
        }
}

TEST_CASE("heat levels begin at the least value above 0, and logarithms spread them") {
    const std::vector<double> values{1, 0, 1000};
    CHECK(heat_level(1, heat_scale(values, false)) == 0);
    CHECK(heat_level(1000, heat_scale(values, false)) == heat_levels - 1);
    CHECK(heat_level(1, heat_scale(values, true)) == 0);
    CHECK(heat_level(31.7, heat_scale(values, true)) == heat_levels / 2);
    CHECK(heat_level(5, heat_scale({5}, true)) == heat_levels - 1);
}

TEST_CASE("names of files, which may be any bytes, are written as valid and escaped text") {
    CHECK(escaped("a<b>&\"'") == "a&lt;b&gt;&amp;&quot;&#39;");
    CHECK(valid_text("gr\xc3\xbc\xc3\x9f") == "gr\xc3\xbc\xc3\x9f");
    CHECK(valid_text("\xff\x01 \xc3") == "\xef\xbf\xbd\xef\xbf\xbd \xef\xbf\xbd");
    CHECK(valid_text("\xed\xa0\x80") == "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"); // a surrogate
    CHECK(valid_text("\xc0\x80") == "\xef\xbf\xbd\xef\xbf\xbd");                 // 0 in too many bytes
    CHECK(fitted("abcdefghij", text_width("12345"), text_size) == "ab\xe2\x80\xa6"
                                                                  "ij");
    auto figure = ramp(4);
    figure.title = "</title><script>\xff";
    const auto text = svg(chart(figure, {}));
    check_has(text, {"&lt;/title&gt;&lt;script&gt;\xef\xbf\xbd"});
    CHECK(!contains(text, "<script>"));
    figure.labels = {"</script>", "b", "c", "d"};
    const auto html = page(figure, {});
    check_has(html, {"\\u003c/script>"});
    CHECK(coordinate(-0.001) == "0");
    CHECK(coordinate(12.5) == "12.5");
    CHECK(coordinate(100) == "100");
}

TEST_CASE("SVG is dark if the reader prefers that, and a page loads nothing from elsewhere") {
    check_has(svg(chart(ramp(8), {})),
              {"prefers-color-scheme:dark", "viewBox=\"0 0 960 540\"", "<title>title</title>"});
    const auto figure = figure_of(even_edges(4, 1, 5), {{1, 2, 3, 4}, {4, 3, 2, 1}});
    const auto html = page(figure, {.log_y = true});
    check_has(html, {"default-src 'none'", "data-view=\"0100\" data-panel", "data-series=\"1\"", "log x"});
    std::size_t views = 0;
    std::size_t hidden = 0;
    for (auto at = html.find("class=\"view "); at != html.npos; at = html.find("class=\"view ", at + 1)) {
        ++views;
        hidden += html.substr(at, html.find('>', at) - at).ends_with("hidden");
    }
    CHECK(views == 2 * 16); // for wide and for narrow windows
    CHECK(hidden == 2 * 15);
    for (const auto* const other : {"http:", "https:", "src=", "url(", "import"}) {
        CAPTURE(other);
        auto rest = html;
        for (auto at = rest.find("http://www.w3.org/2000/svg"); at != rest.npos; // a name, not an address
             at = rest.find("http://www.w3.org/2000/svg"))
            rest.erase(at, 26);
        CHECK(!contains(rest, other));
    }
    CHECK(!contains(page(ramp(4), {}), "log x")); // its axis begins at 0
}

TEST_CASE("PNG and PDF have the requested size, or name the package that the build lacks") {
    const auto scene = chart(ramp(8), {.width = 480, .height = 300});
    if (!has_cairo()) {
        for (const auto draw : {png, pdf})
            CHECK_THROWS_WITH_AS(static_cast<void>(draw(scene, Theme::light)),
                                 doctest::Contains("libcairo2-dev"), common::UsageError);
        return;
    }
    const auto bytes = png(scene);
    REQUIRE(bytes.size() > 100);
    CHECK(bytes.substr(0, 8) == "\x89PNG\r\n\x1a\n");
    const auto number = [&](std::size_t at) {
        unsigned result = 0;
        for (std::size_t i = 0; i < 4; ++i)
            result = result << 8U | static_cast<unsigned char>(bytes[at + i]);
        return result;
    };
    CHECK(number(16) == 480);
    CHECK(number(20) == 300);
    auto named = ramp(8);
    named.title = "\xff bytes"; // cairo would refuse this byte
    CHECK(!png(chart(named, {})).empty());
    CHECK(png(scene, Theme::dark) != bytes);
    const auto large = pdf(chart(ramp(8), {.width = 1920, .height = 1080}));
    CHECK(large.starts_with("%PDF-"));
    check_has(large, {"/MediaBox [ 0 0 1440 810 ]"});
}

TEST_CASE("texts grow with pictures larger than the default, and bins are as narrow as a pixel") {
    for (const double zoom : {1.0, 2.0, 4.0}) {
        CAPTURE(zoom);
        const Look look{.width = 960 * zoom, .height = 540 * zoom};
        const auto scene = chart(ramp(65536), look);
        CHECK(scene.zoom == zoom);
        CHECK(scene.width * scene.zoom == look.width);
        CHECK(static_cast<double>(boxes(scene).size()) > scene.panels[0].frame.width * zoom * 0.9);
        check_has(svg(scene), {"width=\"" + coordinate(look.width) + "\"", "viewBox=\"0 0 960 540\""});
        CHECK(heat_map(joint_of(8, 8, std::vector<double>(64, 1.0)), look).zoom == zoom);
    }
    CHECK(chart(ramp(8), {.width = 480, .height = 8000}).zoom == 1); // no wider than the default
    CHECK(chart(ramp(8), {.width = 400, .height = 300}).zoom == 1);
}

TEST_CASE("error bars reach from value - error to value + error, inside the panel") {
    auto figure = figure_of({0, 1, 2, 3}, {{10, 20, 5}});
    figure.series[0].errors = {2, 15, std::numeric_limits<double>::quiet_NaN()};
    const auto scene = chart(figure, {});
    check_scene(scene);
    const auto bars = marks<Curve>(scene, "series0");
    REQUIRE(bars.size() == 2);
    const auto& panel = scene.panels[0];
    const auto value_at = [&](double y) {
        return panel.y.upper * (1 - (y - panel.frame.y) / panel.frame.height);
    };
    CHECK(value_at(bars[0].points.front().y) == doctest::Approx(8));
    CHECK(value_at(bars[0].points.back().y) == doctest::Approx(12));
    CHECK(value_at(bars[1].points.back().y) == doctest::Approx(35)); // the axis has room for this error bar
    check_has(svg(scene), {"[0, 1): 10 ± 2<", "[2, 3): 5<"});
    check_has(page(figure, {}), {R"("errors":[2,15,null])"});
    CHECK(marks<Curve>(chart(figure, {.cumulative = true}), "series0").empty());
    CHECK(coarser(figure, 2).series[0].errors.empty());
    figure.adds_up = false; // the values are means
    CHECK(coarser(figure, 2).series[0].values == std::vector<double>{20, 5});
    CHECK(!contains(page(figure, {}), "data-option=\"d\""));
}

TEST_CASE("reference lines cross the panel at their values, with texts where there is room") {
    auto figure = figure_of({0, 1, 2, 3}, {{10, 20, 5}});
    figure.series[0].references = {
        {-0.1, "left"}, {1.5, "median 1.5"}, {1.501, "next to it"}, {3.1, "right"}};
    for (const auto size : sizes) {
        const auto scene = chart(figure, {.width = size.x, .height = size.y});
        check_scene(scene);
        const auto& panel = scene.panels.front().frame;
        const auto lines = marks<Curve>(scene, "series0");
        REQUIRE(lines.size() == 2);
        CHECK(lines[0].points.front().x == doctest::Approx(panel.x + panel.width / 2));
        CHECK(lines[0].points.back().y - lines[0].points.front().y == doctest::Approx(panel.height));
        check_has(svg(scene), {">median 1.5<"});
        CHECK(!contains(svg(scene), ">next to it<"));
    }
    figure.labels = {"a", "b", "c"};
    CHECK(marks<Curve>(chart(figure, {}), "series0").empty());
}

TEST_CASE("the first hues differ for all readers, also for those who see no red or no green") {
    // Colours as readers without red or green cones see them: Machado, Oliveira and Fernandes 2009, severity
    // 1. The colours are then compared in OKLab.
    using Matrix = std::array<std::array<double, 3>, 3>;
    constexpr Matrix none{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    constexpr Matrix no_green{
        {{.367322, .860646, -.227968}, {.280085, .672501, .047413}, {-.011820, .042940, .968881}}};
    constexpr Matrix no_red{
        {{.152286, 1.052583, -.204868}, {.114503, .786281, .099216}, {-.003882, -.048116, 1.051998}}};
    constexpr Matrix cones{{{.4122214708, .5363325363, .0514459929},
                            {.2119034982, .6806995451, .1073969566},
                            {.0883024619, .2817188376, .6299787005}}};
    constexpr Matrix lab{{{.2104542553, .7936177850, -.0040720468},
                          {1.9779984951, -2.4285922050, .4505937099},
                          {.0259040371, .7827717662, -.8086757660}}};
    using Vector = std::array<double, 3>;
    const auto times = [](const Matrix& m, const Vector& v) {
        Vector result{};
        for (std::size_t i = 0; i < 3; ++i)
            result[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
        return result;
    };
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    const auto seen = [&](const Matrix& by, Rgb rgb) {
        auto light =
            times(by, {linear(rgb.red / 255.0), linear(rgb.green / 255.0), linear(rgb.blue / 255.0)});
        for (auto& part : light)
            part = std::clamp(part, 0.0, 1.0);
        auto excited = times(cones, light);
        for (auto& cone : excited)
            cone = std::cbrt(std::max(cone, 0.0));
        return times(lab, excited);
    };
    for (const auto theme : {Theme::light, Theme::dark})
        for (const auto& eyes : {none, no_green, no_red})
            for (unsigned a = 0; a < distinct_hues; ++a)
                for (unsigned b = 0; b < a; ++b) {
                    CAPTURE(a);
                    CAPTURE(b);
                    const auto x = seen(eyes, colour({Paint::Role::series, a}, theme));
                    const auto y = seen(eyes, colour({Paint::Role::series, b}, theme));
                    CHECK(std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]) > (a < 4 ? 0.12 : 0.07));
                }
}

TEST_CASE("a theme replaces the reader's preference") {
    const auto scene = chart(ramp(4), {});
    check_has(svg(scene, Theme::dark), {"@media all{"});
    check_has(svg(scene, Theme::light), {"@media not all{"});
    check_has(page(ramp(4), {}, Theme::dark),
              {":root{color-scheme:dark}", "@media all{\nbody{background:#0d1117"});
    CHECK(!contains(page(ramp(4), {}, Theme::dark), "prefers-color-scheme"));
}

TEST_CASE("the difference is that of the heights, also of densities") {
    auto figure = figure_of({0, 1, 2}, {{1, 3}, {8, 0}, {7, -3}});
    figure.difference = true;
    CHECK(all_heights(figure, {}).back() == std::vector<double>{7, -3});
    CHECK(all_heights(figure, {.density = true}).back() == std::vector<double>{0.75, -0.75});
    CHECK(all_heights(figure, {.cumulative = true}).back() == std::vector<double>{7, 4});
    check_scene(chart(figure, {}));
    check_scene(chart(figure, {.together = true}));
}
