#include "format.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace demo {

std::string grouped(std::uint64_t value) {
    std::string text = std::to_string(value);
    for (std::size_t left = text.size(); left > 3;) {
        left -= 3;
        text.insert(left, 1, ',');
    }
    return text;
}

std::string plural(std::uint64_t count, std::string_view noun) {
    return grouped(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string fixed(double value, int decimals) {
    std::array<char, 400> text{}; // the longest double has 309 digits before its point
    const int length = std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return {text.data(), static_cast<std::size_t>(std::max(length, 0))};
}

std::string three_digits(double value) {
    return fixed(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

std::string duration(double seconds) {
    if (seconds < 0.9995e-3) return three_digits(seconds * 1e6) + " us";
    if (seconds < 0.9995) return three_digits(seconds * 1e3) + " ms";
    return three_digits(seconds) + " s";
}

std::string rate(double per_second, std::string_view unit) {
    const std::string tail = std::string(unit) + "/s";
    if (per_second >= 0.9995e9) return three_digits(per_second * 1e-9) + " G" + tail;
    if (per_second >= 0.9995e6) return three_digits(per_second * 1e-6) + " M" + tail;
    return three_digits(per_second * 1e-3) + " k" + tail;
}

std::string byte_size(std::uint64_t bytes) {
    if (bytes < 1024) return std::to_string(bytes) + " B";
    static constexpr std::array units{" KiB", " MiB", " GiB", " TiB"};
    double value = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    for (; value >= 1024 && unit + 1 < units.size(); ++unit)
        value /= 1024;
    return three_digits(value) + units[unit];
}

std::string pad_right(std::string text, std::size_t width) {
    if (text.size() < width) text.append(width - text.size(), ' ');
    return text;
}

std::string pad_left(std::string text, std::size_t width) {
    if (text.size() < width) text.insert(0, width - text.size(), ' ');
    return text;
}

std::string printable(std::string_view text) {
    std::string safe(text);
    std::ranges::replace_if(
        safe, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
    return safe;
}

} // namespace demo
