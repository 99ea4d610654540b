// pages FOLDER: pictures of figures of all kinds at three sizes, for a browser to open and for people to look
// at.

#include "common/file.hpp"
#include "common/text.hpp"
#include "plot/figure.hpp"
#include "plot/page.hpp"
#include "plot/scene.hpp"
#include "plot/svg.hpp"

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

/// A bell over the bins of an axis, as whole numbers.
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
    for (const std::size_t bins : {std::size_t{1}, std::size_t{8}, std::size_t{256}, std::size_t{65536}}) {
        const auto figure =
            figure_of(std::to_string(bins) + ".bin", even_edges(bins, 0, static_cast<double>(bins)),
                      {{.name = {}, .values = bell(bins, 0.4, 0.15, 12345)}});
        all.push_back({"bins" + std::to_string(bins), figure});
        all.push_back({"bins" + std::to_string(bins) + "_log", figure, {.log_y = true}});
    }
    std::vector<double> spike(256);
    spike[85] = 1e9;
    spike[200] = 1;
    all.push_back(
        {"spike", figure_of("spike.bin", even_edges(256, 0, 256), {{.name = {}, .values = spike}})});
    all.push_back({"empty", figure_of("empty.bin", even_edges(256, 0, 256),
                                      {{.name = {}, .values = std::vector<double>(256)}})});
    std::vector<Series> channels;
    const std::array names{"red", "green", "blue", "alpha"};
    for (unsigned i = 0; i < names.size(); ++i)
        channels.push_back(
            {names.at(i), bell(256, 0.2 + 0.2 * i, 0.08 + 0.03 * i, 9000 - 1500.0 * i), channel_hue(i, 4)});
    const auto photograph =
        figure_of("a photograph with a rather long name, as cameras and people give them.png",
                  even_edges(256, 0, 256), channels);
    all.push_back({"channels", photograph});
    all.push_back({"together", photograph, {.together = true}});
    std::vector<double> decades;
    for (int i = 0; i <= 60; ++i)
        decades.push_back(std::pow(10, i / 10.0 - 2));
    const auto log = figure_of("logarithmic", decades, {{.name = {}, .values = bell(60, 0.5, 0.2, 500)}});
    all.push_back({"log_x", log, {.log_x = true}});
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
    auto spike = joint_of(256, 256);
    spike.values.assign(spike.values.size(), 0);
    spike.values[100 * 256 + 30] = 1e6;
    auto empty = joint_of(8, 8);
    empty.values.assign(64, 0);
    return {{"joint8", joint_of(8, 6)},
            {"joint256", joint_of(256, 256)},
            {"joint256_log", joint_of(256, 256), {.log_y = true}},
            {"joint_one", joint_of(1, 1)},
            {"joint_spike", spike},
            {"joint_empty", empty}};
}

void write(const std::string& path, const Scene& scene) {
    common::write_file(path + ".svg", svg(scene));
    if (draws_png()) common::write_file(path + ".png", png(scene));
}

} // namespace

int main(int count, char** arguments) try {
    if (count != 2) throw std::invalid_argument("give the folder to write to");
    const std::string folder = arguments[1];
    for (const auto& size : {Point{480, 300}, {960, 540}, {1920, 1080}}) {
        const auto sized = [&](Look look) {
            look.width = size.x;
            look.height = size.y;
            return look;
        };
        const auto path = [&](const std::string& name) {
            return folder + "/" + name + "_" + coordinate(size.x);
        };
        for (const auto& each : cases()) {
            write(path(each.name), chart(each.figure, sized(each.look)));
            common::write_file(path(each.name) + ".html", page(each.figure, sized(each.look)));
        }
        for (const auto& each : joint_cases()) {
            write(path(each.name), heat_map(each.figure, sized(each.look)));
            common::write_file(path(each.name) + ".html", page(each.figure, sized(each.look)));
        }
    }
    return 0;
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
