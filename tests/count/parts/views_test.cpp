// The program's views on the terminal, as functions of plain data: colour maps and small charts.

#include "common/text.hpp"
#include "count/show/picture.hpp"
#include "support/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <vector>

using namespace count;
using common::Colours;
using common::Terminal;
using histo_cl::test::check_has;
using histo_cl::test::contains;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
struct Bins {
    std::size_t x, y;
};

constexpr std::array<std::size_t, 6> widths{40, 41, 60, 80, 133, 200};

std::vector<Terminal> terminals(std::size_t columns) {
    std::vector<Terminal> result;
    for (const auto colours : {Colours::none, Colours::indexed, Colours::all})
        for (const bool unicode : {false, true})
            result.push_back({columns, unicode, colours});
    return result;
}

std::vector<double> even_edges(std::size_t bins, double lower, double upper) {
    std::vector<double> edges(bins + 1);
    for (std::size_t i = 0; i <= bins; ++i)
        edges[i] = lower + (upper - lower) * static_cast<double>(i) / static_cast<double>(bins);
    return edges;
}

/// The visible lines. Removes the sequences that set colours, and checks that they are complete.
std::vector<std::string> seen(const std::string& text) {
    REQUIRE((text.empty() || text.back() == '\n'));
    std::vector<std::string> lines(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\x1b') {
            const auto end = text.find_first_not_of("0123456789;", i + 2);
            REQUIRE(text[i + 1] == '[');
            REQUIRE(text.at(end) == 'm');
            i = end;
        } else if (text[i] == '\n') {
            lines.emplace_back();
        } else {
            lines.back() += text[i];
        }
    }
    lines.pop_back();
    return lines;
}

/// Checks that no line is too wide, that colours are those of the terminal and are reset at the end of each
/// line, and that ASCII views have no other characters.
void check_view(const std::string& text, const Terminal& terminal) {
    CAPTURE(text);
    for (const auto& line : seen(text))
        CHECK(common::columns_of(line) <= terminal.columns);
    CHECK(contains(text, "\x1b[") == (terminal.colours != Colours::none));
    if (terminal.colours != Colours::none)
        CHECK(contains(text, terminal.colours == Colours::all ? "8;2;" : "8;5;"));
    CHECK(!contains(text, terminal.colours == Colours::all ? "8;5;" : "8;2;"));
    for (std::size_t start = 0, end = 0; (end = text.find('\n', start)) != text.npos; start = end + 1) {
        const auto line = text.substr(start, end - start);
        const auto last = line.rfind("\x1b[");
        if (last != line.npos) CHECK(line.substr(last, 4) == "\x1b[0m");
    }
    if (!terminal.unicode) CHECK(std::ranges::all_of(text, [](char c) { return c >= 0 && c < 0x7f; }));
}

plot::JointFigure joint_of(std::size_t x_bins, std::size_t y_bins, std::vector<double> values) {
    return {.title = {},
            .subtitle = {},
            .x_title = "red",
            .y_title = "green",
            .x_edges = even_edges(x_bins, 0, 256),
            .y_edges = even_edges(y_bins, 0, 1),
            .values = std::move(values)};
}

plot::Figure figure_of(std::vector<double> edges, std::vector<std::vector<double>> values) {
    plot::Figure figure{.title = {}, .subtitle = {}, .x_title = {}, .edges = std::move(edges), .series = {}};
    for (auto& each : values) {
        const auto index = static_cast<unsigned>(figure.series.size());
        figure.series.push_back({"channel " + std::to_string(index), std::move(each), index});
    }
    return figure;
}

} // namespace

TEST_CASE("cells show all bins in order, all equally wide if there is room") {
    for (const std::size_t bins : {1U, 2U, 7U, 63U, 64U, 65U, 256U, 1000U})
        for (const std::size_t room : {1U, 30U, 64U})
            for (const std::size_t each : {1U, 8U, 64U}) {
                CAPTURE(bins);
                CAPTURE(room);
                const auto cells = spans(bins, room, each);
                CHECK(cells.size() <= room);
                CHECK(cells.front().first == 0);
                CHECK(cells.back().last == bins - 1);
                for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
                    CHECK(cells[i].first <= cells[i].last);
                    const bool again = cells[i + 1].first == cells[i].first;
                    CHECK((again || cells[i + 1].first == cells[i].last + 1));
                    if (again) CHECK(bins <= room);
                }
                if (bins <= room) CHECK(cells.size() % bins == 0);
            }
    CHECK(spans(8, 64, 4).size() == 32);
}

TEST_CASE("the ends of an axis have as many digits as fit") {
    CHECK(end_text(1234567, 10) == "1,234,567");
    CHECK(end_text(1234567, 8) == "1.23e+06");
    CHECK(end_text(-std::numeric_limits<double>::max(), 9) == "-1.8e+308");
    CHECK(end_text(-infinity, 9) == "-inf");
    CHECK(at_ends("a", "bc", 6) == "a   bc");
}

TEST_CASE("ends with texts show these, cut if there is no room") {
    const std::vector<std::string> texts{"1152921504606846977", "1152921504606846978"};
    const auto whole = ends_of({0, 1}, texts, 19, false);
    CHECK(whole.first == texts.front());
    CHECK(whole.last == texts.back());
    const auto cut = ends_of({0, 1}, texts, 9, false);
    CHECK(cut.first.size() == 17);
    CHECK(cut.first != cut.last);
    CHECK(ends_of({0, 2.5}, {}, 9, false).last == "2.5");
}

TEST_CASE("writes a sequence where the colour changes, and a reset at the end") {
    const plot::Rgb red{255, 0, 0};
    const plot::Rgb grey{8, 8, 8};
    const std::array<Cell, 4> cells{{{"a"}, {"b", red}, {"c", red}, {"d", {}, grey}}};
    CHECK(painted(cells, Colours::none) == "abcd");
    CHECK(painted(cells, Colours::all) == "a\x1b[0;38;2;255;0;0mbc\x1b[0;48;2;8;8;8md\x1b[0m");
    CHECK(painted(cells, Colours::indexed) == "a\x1b[0;38;5;196mbc\x1b[0;48;5;232md\x1b[0m");
    CHECK(painted({}, Colours::all).empty());
}

TEST_CASE("finds the nearest of 256 colours, as trying all of them does") {
    const auto value = [](unsigned i) { return i == 0 ? 0 : 55 + 40 * static_cast<int>(i); };
    const auto distance = [&](unsigned index, plot::Rgb rgb) {
        const int grey = 8 + 10 * (static_cast<int>(index) - 232);
        const bool is_grey = index >= 232;
        const int red = rgb.red - (is_grey ? grey : value((index - 16) / 36));
        const int green = rgb.green - (is_grey ? grey : value((index - 16) / 6 % 6));
        const int blue = rgb.blue - (is_grey ? grey : value((index - 16) % 6));
        return red * red + green * green + blue * blue;
    };
    for (unsigned red = 0; red < 256; red += 15)
        for (unsigned green = 0; green < 256; green += 15)
            for (unsigned blue = 0; blue < 256; blue += 15) {
                const plot::Rgb rgb{static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(green),
                                    static_cast<std::uint8_t>(blue)};
                int min_distance = std::numeric_limits<int>::max();
                for (unsigned index = 16; index < 256; ++index)
                    min_distance = std::min(min_distance, distance(index, rgb));
                REQUIRE(distance(indexed_colour(rgb), rgb) == min_distance);
            }
}

TEST_CASE(
    "the levels of heat get lighter, in 256 colours too, and none is lost to a light or dark terminal") {
    const auto lightness = [](plot::Rgb rgb) { return 0.30 * rgb.red + 0.59 * rgb.green + 0.11 * rgb.blue; };
    std::set<unsigned> indexed;
    for (unsigned level = 0; level < plot::heat_levels; ++level) {
        const auto rgb = plot::heat_on_any_paper(level);
        CHECK(lightness(rgb) > 50);
        CHECK(lightness(rgb) < 220);
        if (level > 0) CHECK(lightness(rgb) > lightness(plot::heat_on_any_paper(level - 1)));
        indexed.insert(indexed_colour(rgb));
    }
    CHECK(indexed.size() >= 12);
}

TEST_CASE("a colour map has x to the right, y upwards, and two rows in a line of half blocks") {
    const std::vector<double> values{0, 1, 0, 0, 0, 0, 0, 4}; // (0, 1) and (3, 1) are not 0
    const auto figure = joint_of(4, 2, values);
    const auto map = [&](bool unicode, Colours colours) { return heat(figure, {}, {40, unicode, colours}); };
    // Each bin is 8 columns wide and 2 lines high. The lower row of bins is empty.
    const auto ascii = seen(map(false, Colours::none));
    REQUIRE(ascii.size() == 9);
    CHECK(ascii[0] == "  green");
    CHECK(ascii[1] == "  1 " + std::string(8, '-') + std::string(16, ' ') + std::string(8, '@'));
    CHECK(ascii[2] == "    " + ascii[1].substr(4));
    CHECK(ascii[4] == "  0 " + std::string(32, ' '));
    CHECK(ascii[5] == "    0" + std::string(28, ' ') + "256");
    CHECK(ascii[6] == "    red");
    CHECK(ascii[8] == "  0 ..::--==+**#%%@ 4  samples per bin");
    const auto shades = map(true, Colours::none);
    check_has(shades, {"▒▒▒▒▒▒▒▒                ████████"});
    const auto blocks = map(true, Colours::all);
    check_has(blocks,
              {"▀▀▀▀▀▀▀▀\x1b[0m                \x1b[0;38;2;255;215;0;48;2;255;215;0m▀▀▀▀▀▀▀▀\x1b[0m\n"});
    check_has(map(false, Colours::indexed), {"\x1b[0;48;5;220m        \x1b[0m\n"});
}

TEST_CASE("with an odd number of rows in half blocks, the upper half of the highest line is empty") {
    std::vector<double> values(29, 1.0);
    const auto text = heat(joint_of(1, 29, values), {}, {40, true, Colours::all});
    const auto lines = seen(text);
    REQUIRE(lines.size() == 1 + 15 + 4);
    check_has(lines[1], {"▄▄▄▄▄▄▄▄"});
    check_has(lines[15], {"▀▀▀▀▀▀▀▀"});
}

TEST_CASE("maps of all sizes keep within the terminal, and one spike is seen among many bins") {
    for (const auto columns : widths)
        for (const auto& terminal : terminals(columns))
            for (const auto& bins : {Bins{1, 1}, {8, 8}, {256, 256}, {4096, 16}, {3, 1000}}) {
                CAPTURE(columns);
                CAPTURE(bins.x);
                std::vector<double> values(bins.x * bins.y);
                values[values.size() / 2] = 7;
                auto figure = joint_of(bins.x, bins.y, values);
                const auto text = heat(figure, {.log_y = true}, terminal);
                check_view(text, terminal);
                CHECK(seen(text).size() <= 32 + 5);
                if (!terminal.unicode && terminal.colours == Colours::none)
                    check_has(text, {"@", " 7  samples per bin"});
                figure.x_edges.front() = -std::numeric_limits<double>::max();
                figure.x_edges.back() = infinity;
                figure.y_edges.back() = 1.2345678e300;
                figure.x_title = std::string(300, 'x') + "\x1b[31m\n";
                figure.unit = "kilograms of something";
                check_view(heat(figure, {}, terminal), terminal);
            }
}

TEST_CASE("a map without samples says so; logarithmic colours distinguish few from many") {
    const Terminal terminal{60, false};
    check_has(heat(joint_of(2, 2, {0, 0, 0, 0}), {}, terminal), {"  no samples in any bin\n"});
    const auto figure = joint_of(4, 1, {1, 10, 100, 1000});
    check_has(heat(figure, {}, terminal), {"1 ........................@@@@@@@@\n", "0 "});
    const auto log = heat(figure, {.log_y = true}, terminal);
    check_has(log, {"........--------********@@@@@@@@", "  1 ", " 1,000  samples per bin, log colours"});
}

TEST_CASE("lengths are fractions of the longest; logarithmic ones start at half the smallest value") {
    CHECK(lengths({2, 0, -1, 4}, false) == std::vector<double>{0.5, 0, 0, 1});
    const auto log = lengths({1, 0, 8}, true);
    CHECK(log[0] == doctest::Approx(0.25)); // 1 is one doubling above 1/2, and 8 is four doublings
    CHECK(log[1] == 0);
    CHECK(log[2] == 1);
    CHECK(lengths({0, 0}, true) == std::vector<double>{0, 0});
}

TEST_CASE("small charts show names, highest values and ends of the axis, on one scale") {
    auto figure = figure_of(even_edges(4, 0, 256), {{8, 4, 2, 1}, {0, 0, 0, 16}});
    const auto lines = seen(multiples({&figure, 1}, {}, {60, false}));
    REQUIRE(lines.size() == 10);
    // Each chart uses 24 of its 26 columns, 6 per bin; 16 samples are 8 lines of 3 steps each.
    const std::string between(2 + 3, ' ');
    CHECK(lines[0] == "  channel 0              8" + between + "channel 1             16  ");
    CHECK(lines[1] == std::string(2 + 24, ' ') + between + "                  ######  ");
    CHECK(lines[5] == "  ######                  " + between + "                  ######  ");
    CHECK(lines[7] == "  ############            " + between + "                  ######  ");
    CHECK(lines[8] == "  ##################::::::" + between + "                  ######  "); // 1.5 steps
    CHECK(lines[9] == "  0                    256" + between + "0                    256  ");
    check_has(multiples({&figure, 1}, {.cumulative = true}, {60, false}), {" 15 ", " 16 "});
    check_has(multiples({&figure, 1}, {}, {60, true, Colours::all}),
              {"\x1b[0;38;2;71;136;208m██████\x1b[0m", "\x1b[0;38;2;175;78;0m██████\x1b[0m"});
    figure.labels = {"a-g", "h-n", "o-u", "v-z"};
    CHECK(seen(multiples({&figure, 1}, {}, {60, false}))[9].starts_with("  a-g                  v-z "));
}

TEST_CASE("small charts of all sizes keep within the terminal and wrap where it is narrow") {
    for (const auto columns : widths)
        for (const auto& terminal : terminals(columns))
            for (const std::size_t bins : {1U, 8U, 256U, 65536U})
                for (const std::size_t channels : {1U, 3U, 4U, 9U}) {
                    CAPTURE(columns);
                    CAPTURE(bins);
                    CAPTURE(channels);
                    std::vector<std::vector<double>> values(channels, std::vector<double>(bins));
                    for (std::size_t i = 0; i < channels; ++i)
                        values[i][bins / 2] = static_cast<double>(i + 1);
                    auto figure = figure_of(even_edges(bins, 0, 65536), values);
                    const auto text = multiples({&figure, 1}, {.log_y = true}, terminal);
                    check_view(text, terminal);
                    for (std::size_t i = 0; i < channels; ++i)
                        check_has(text, {"channel " + std::to_string(i)});
                    if (columns == 40 && channels == 3) CHECK(seen(text).size() == 2 * 10 + 1);
                    if (columns == 80 && channels <= 4) CHECK(seen(text).size() == 10);
                    figure.edges.front() = -std::numeric_limits<double>::max();
                    figure.edges.back() = infinity;
                    figure.series[0].name = std::string(300, 'x') + "\x1b[31m\n";
                    check_view(multiples({&figure, 1}, {.cumulative = true}, terminal), terminal);
                }
}

TEST_CASE("an overlay draws each series as steps, the first on top, and keeps within the terminal") {
    auto figure = figure_of(even_edges(4, 0, 256), {{8, 8, 0, 0}, {0, 0, 16, 16}, {-4, -4, 4, 4}});
    const auto lines = seen(overlay(figure, {}, 6, {40, false}));
    REQUIRE(lines.size() == 6 + 1 + 1 + 3);
    CHECK(lines[0].starts_with("  16       "));
    CHECK(lines[0].ends_with(" oooooooooooooooo"));
    CHECK(lines[2].starts_with("     ****************"));
    check_has(lines[5], {"-4 ++++++++++++++++"});
    check_has(lines[6], {"     0", "256"});
    check_has(lines[8], {"* channel 0"});
    check_has(lines[10], {"+ channel 2"});
    const auto braille = overlay(figure, {}, 6, {40, true, Colours::all});
    check_has(braille, {"\x1b[0;38;2;71;136;208m⠒⠒⠒⠒"});
    for (const auto columns : widths)
        for (const auto& terminal : terminals(columns))
            for (const std::size_t bins : {1U, 8U, 65536U}) {
                CAPTURE(bins);
                figure = figure_of(even_edges(bins, 0, 65536),
                                   {std::vector<double>(bins, 1e300), std::vector<double>(bins)});
                figure.series[0].name = std::string(300, 'x') + "\x1b[31m\n";
                check_view(overlay(figure, {.log_y = true}, 0, terminal), terminal);
                check_view(overlay(figure, {.density = true}, 1, terminal), terminal);
            }
}
