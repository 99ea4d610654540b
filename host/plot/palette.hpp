#pragma once

#include <cstdint>

namespace plot {

/// What a mark is painted as; a theme gives the colour.
struct Paint {
    enum class Role { paper, ink, muted, grid, series, heat } role = Role::ink;
    unsigned index = 0; ///< of a series, its hue; of heat, 0 to heat_levels - 1
};

enum class Theme { light, dark };

struct Rgb {
    std::uint8_t red, green, blue;
};

/// The hues of series, in the order in which they are handed out; those of colour channels are named.
inline constexpr unsigned hues = 8;
inline constexpr unsigned red_hue = 4;
inline constexpr unsigned green_hue = 5;
inline constexpr unsigned blue_hue = 6;
inline constexpr unsigned grey_hue = 7;

inline constexpr unsigned heat_levels = 32;

/// Hues are taken modulo `hues`, levels are clamped.
[[nodiscard]] Rgb colour(Paint paint, Theme theme);

/// The colour of a level of heat where the paper may be light or dark, as a terminal's.
[[nodiscard]] Rgb heat_on_any_paper(unsigned level);

/// The hue of the channel `index` of `channels`: red, green, blue and grey for three and four.
[[nodiscard]] unsigned channel_hue(unsigned index, unsigned channels);

} // namespace plot
