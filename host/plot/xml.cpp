#include "plot/xml.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace plot {

namespace {

/// The bytes of the character that starts there, or 0 if none does.
std::size_t character_bytes(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto lead = byte(0);
    const std::size_t size = lead < 0x80        ? 1
                             : lead >> 5U == 6  ? 2
                             : lead >> 4U == 14 ? 3
                             : lead >> 3U == 30 ? 4
                                                : 0;
    if (size == 0 || size > text.size()) return 0;
    constexpr std::array<std::uint32_t, 5> lead_bits{0, 0x7f, 0x1f, 0x0f, 0x07};
    constexpr std::array<std::uint32_t, 5> min{0, 0, 0x80, 0x800, 0x10000};
    std::uint32_t code = lead & lead_bits.at(size);
    for (std::size_t i = 1; i < size; ++i) {
        if (byte(i) >> 6U != 2) return 0;
        code = code << 6U | (byte(i) & 0x3fU);
    }
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    const bool control = code < 0x20 && code != '\n' && code != '\t';
    const bool no_character = code == 0xfffe || code == 0xffff || code > 0x10ffff;
    return code < min.at(size) || surrogate || control || no_character || code == 0x7f ? 0 : size;
}

} // namespace

std::string valid_text(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const auto size = character_bytes(text);
        result += size == 0 ? "\xef\xbf\xbd" : text.substr(0, size);
        text.remove_prefix(size == 0 ? 1 : size);
    }
    return result;
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : valid_text(text))
        switch (c) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '"': result += "&quot;"; break;
        case '\'': result += "&#39;"; break;
        default: result += c;
        }
    return result;
}

double rounded(double value) {
    return std::round(value * 100) / 100;
}

std::string coordinate(double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.2f", rounded(value) + 0.0);
    std::string result = text.data();
    result.erase(result.find_last_not_of('0') + 1);
    if (result.back() == '.') result.pop_back();
    return result;
}

} // namespace plot
