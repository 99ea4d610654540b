#include "plot/scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace plot {

namespace {

/// A colour for each theme: light, dark.
struct Pair {
    Rgb light, dark;
};

constexpr Pair paper{{255, 255, 255}, {13, 17, 23}};
constexpr Pair ink{{31, 35, 40}, {230, 237, 243}};
constexpr Pair muted{{89, 99, 110}, {145, 152, 161}};
constexpr Pair grid{{225, 228, 232}, {42, 49, 58}};

constexpr std::array<Pair, hues> series{{
    {{44, 111, 187}, {97, 160, 229}}, // blue
    {{106, 39, 0}, {244, 116, 0}},
    {{54, 133, 71}, {80, 235, 100}},
    {{100, 0, 110}, {202, 88, 122}},
    {{93, 92, 15}, {255, 241, 203}},
    {{83, 0, 235}, {122, 101, 255}},
    {{53, 108, 125}, {96, 216, 251}},
    {{77, 30, 48}, {229, 175, 160}},
    // red, green, blue and grey, for channels with these names
    {{201, 42, 42}, {255, 107, 107}},
    {{33, 130, 56}, {81, 190, 104}},
    {{40, 90, 210}, {100, 150, 255}},
    {{110, 118, 129}, {160, 168, 178}},
}};

// The colours from few to many samples, at even distances.
constexpr std::array<Rgb, 5> light_heat{
    {{219, 233, 247}, {148, 190, 230}, {69, 135, 199}, {26, 82, 148}, {8, 34, 74}}};
constexpr std::array<Rgb, 5> dark_heat{
    {{24, 44, 72}, {33, 83, 140}, {69, 135, 199}, {148, 196, 236}, {236, 246, 255}}};

// For backgrounds that may be light or dark: neither end is close to white or to black.
constexpr std::array<Rgb, 5> any_heat{
    {{110, 20, 170}, {20, 95, 190}, {0, 155, 160}, {90, 195, 60}, {255, 215, 0}}};

std::uint8_t between(std::uint8_t from, std::uint8_t to, double part) {
    return static_cast<std::uint8_t>(std::lround(from + part * (to - from)));
}

Rgb heat(const std::array<Rgb, 5>& ramp, unsigned level) {
    const double at =
        std::min(level, heat_levels - 1) * static_cast<double>(ramp.size() - 1) / (heat_levels - 1);
    const auto below = std::min(static_cast<std::size_t>(at), ramp.size() - 2);
    const double part = at - static_cast<double>(below);
    const auto [from, to] = std::pair(ramp[below], ramp[below + 1]);
    return {between(from.red, to.red, part), between(from.green, to.green, part),
            between(from.blue, to.blue, part)};
}

} // namespace

Rgb colour(Paint paint, Theme theme) {
    const bool light = theme == Theme::light;
    const auto of = [light](const Pair& pair) { return light ? pair.light : pair.dark; };
    switch (paint.role) {
    case Paint::Role::paper: return of(paper);
    case Paint::Role::ink: break;
    case Paint::Role::muted: return of(muted);
    case Paint::Role::grid: return of(grid);
    case Paint::Role::series: return of(series.at(paint.index % hues));
    case Paint::Role::heat: return heat(light ? light_heat : dark_heat, paint.index);
    }
    return of(ink);
}

Rgb series_on_any_paper(unsigned hue) {
    const auto& [light, dark] = series.at(hue % hues);
    return {between(light.red, dark.red, 0.5), between(light.green, dark.green, 0.5),
            between(light.blue, dark.blue, 0.5)};
}

Rgb heat_on_any_paper(unsigned level) {
    return heat(any_heat, level);
}

} // namespace plot
