// pages FOLDER: writes pages of all kinds, which pages.py opens.

#include "common/file.hpp"
#include "common/text.hpp"
#include "plot/figure.hpp"
#include "plot/page.hpp"
#include "plot/scene.hpp"

#include <array>
#include <cmath>
#include <exception>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

using namespace plot;

namespace {

struct Case {
    std::string name;
    Figure figure;
    Look look = {};
};

struct JointCase {
    std::string name;
    JointFigure figure;
    Look look = {};
};

std::vector<double> even_edges(std::size_t bins, double lower, double upper) {
    std::vector<double> edges(bins + 1);
    for (std::size_t i = 0; i <= bins; ++i)
        edges[i] = lower + (upper - lower) * static_cast<double>(i) / static_cast<double>(bins);
    return edges;
}

/// A bell curve over the bins of an axis, in whole numbers.
std::vector<double> bell(std::size_t bins, double middle, double width, double height) {
    std::vector<double> values(bins);
    for (std::size_t i = 0; i < bins; ++i) {
        const double from_middle = (static_cast<double>(i) + 0.5) / static_cast<double>(bins) - middle;
        values[i] = std::floor(height * std::exp(-from_middle * from_middle / (2 * width * width)));
    }
    return values;
}

Figure figure_of(const std::string& title, std::vector<double> edges, std::vector<Series> series) {
    return {.title = title,
            .subtitle =
                "1,234,567 u8 samples in " + common::plural(edges.size() - 1, "bin") + ", 0 out of range",
            .x_title = "value (u8)",
            .edges = std::move(edges),
            .series = std::move(series)};
}

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const std::size_t bins : {std::size_t{8}, std::size_t{65536}})
        all.push_back(
            {"bins" + std::to_string(bins) + "_960",
             figure_of(std::to_string(bins) + ".bin", even_edges(bins, 0, static_cast<double>(bins)),
                       {{.name = {}, .values = bell(bins, 0.4, 0.15, 12345)}})});
    all.push_back(
        {"empty_480",
         figure_of("empty.bin", even_edges(256, 0, 256), {{.name = {}, .values = std::vector<double>(256)}}),
         {.width = 480, .height = 300}});
    std::vector<Series> channels;
    const std::array names{"red", "green", "blue", "alpha"};
    for (unsigned i = 0; i < names.size(); ++i)
        channels.push_back(
            {names.at(i), bell(256, 0.2 + 0.2 * i, 0.08 + 0.03 * i, 9000 - 1500.0 * i), red_hue + i});
    all.push_back({"channels_960",
                   figure_of("a photograph with a rather long name, as cameras and people give them.png",
                             even_edges(256, 0, 256), channels)});
    std::vector<double> decades;
    for (int i = 0; i <= 60; ++i)
        decades.push_back(std::pow(10, i / 10.0 - 2));
    const auto log = figure_of("logarithmic", decades, {{.name = {}, .values = bell(60, 0.5, 0.2, 500)}});
    all.push_back({"log_x_960", log, {.log_x = true}});
    return all;
}

JointFigure joint_of(std::size_t x_bins, std::size_t y_bins) {
    JointFigure figure{.title = "photograph.png",
                       .subtitle = "1,234,567 pixels in " + std::to_string(x_bins) + " x " +
                                   std::to_string(y_bins) + " bins",
                       .x_title = "red",
                       .y_title = "green",
                       .unit = "pixels",
                       .x_edges = even_edges(x_bins, 0, 256),
                       .y_edges = even_edges(y_bins, 0, 256),
                       .values = {}};
    for (std::size_t i = 0; i < x_bins; ++i) {
        const double x = (static_cast<double>(i) + 0.5) / static_cast<double>(x_bins);
        for (const double value : bell(y_bins, 0.1 + 0.7 * x, 0.02 + 0.06 * x, 5000 * x * (1 - x)))
            figure.values.push_back(value);
    }
    return figure;
}

std::vector<JointCase> joint_cases() {
    auto empty = joint_of(8, 8);
    empty.values.assign(64, 0);
    return {{"joint8_960", joint_of(8, 6)},
            {"joint256_1920", joint_of(256, 256), {.width = 1920, .height = 1080}},
            {"joint_empty_960", empty}};
}

} // namespace

int main(int count, char** arguments) try {
    if (count != 2) throw std::invalid_argument("give the folder to write to");
    const std::string folder = arguments[1];
    for (const auto& each : cases())
        common::write_file(folder + "/" + each.name + ".html", page(each.figure, each.look));
    for (const auto& each : joint_cases())
        common::write_file(folder + "/" + each.name + ".html", page(each.figure, each.look));
    return 0;
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
