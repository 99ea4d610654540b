#include "common/format.hpp"

#include "common/text.hpp"

#include <array>

namespace common {

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

namespace {

/// The bytes of a character of UTF-8 that begins with this one.
std::size_t length_of(unsigned char first) {
    return first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

std::string without_controls(std::string_view text, std::string_view kept) {
    const auto is_control = [&](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && kept.find(c) == std::string_view::npos) || (byte >= 0x7f && byte < 0xa0);
    };
    std::string safe;
    for (const auto character : characters(text)) {
        const auto first = static_cast<unsigned char>(character.front());
        const auto length = length_of(first);
        const bool is_whole = length > 1 && character.size() >= length;
        if (is_whole && first == 0xc2 && is_control(character[1])) // U+0080 to U+009F
            safe += '?';
        else if (is_whole)
            safe += character.substr(0, length);
        for (const char c : character.substr(is_whole ? length : 0))
            safe += is_control(c) ? '?' : c;
    }
    return safe;
}

} // namespace

std::string printable(std::string_view text) {
    return without_controls(text, {});
}

std::string printable_lines(std::string_view text) {
    return without_controls(text, "\n\t");
}

} // namespace common
