#include "common/text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <sstream>

namespace common {

namespace {

/// Whether the byte continues a character of UTF-8.
bool continues(char c) {
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

} // namespace

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

std::vector<std::string_view> characters(std::string_view text) {
    std::vector<std::string_view> result;
    for (std::size_t start = 0; start < text.size();) {
        std::size_t end = start + 1;
        while (end < text.size() && continues(text[end]))
            ++end;
        result.push_back(text.substr(start, end - start));
        start = end;
    }
    return result;
}

std::size_t columns_of(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return !continues(c); }));
}

std::string shortened(std::string_view text, std::size_t columns, bool unicode) {
    const auto all = characters(text);
    if (all.size() <= columns) return std::string(text);
    const auto first = all.begin();
    const auto some = [](auto from, auto to) {
        std::string part;
        for (; from != to; ++from)
            part += *from;
        return part;
    };
    const std::size_t gap = unicode ? 1 : 2;
    if (columns <= gap + 1) return some(first, first + static_cast<std::ptrdiff_t>(columns));
    const auto after = static_cast<std::ptrdiff_t>((columns - gap) / 2);
    const auto before = static_cast<std::ptrdiff_t>(columns - gap) - after;
    return some(first, first + before) + (unicode ? "…" : "..") + some(all.end() - after, all.end());
}

std::string pad_left(std::string text, std::size_t width) {
    const auto columns = columns_of(text);
    if (columns < width) text.insert(0, width - columns, ' ');
    return text;
}

std::string pad_right(std::string text, std::size_t width) {
    const auto columns = columns_of(text);
    if (columns < width) text.append(width - columns, ' ');
    return text;
}

std::vector<std::string> words(const std::string& text) {
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
    std::string text;
    for (const auto& part : parts)
        text.append(text.empty() ? "" : separator).append(part);
    return text;
}

std::string lower(std::string_view text) {
    std::string small(text);
    std::ranges::transform(small, small.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return small;
}

std::string csv_quoted(std::string_view text) {
    std::string cell = "\"";
    for (const char c : text)
        cell += c == '"' ? "\"\"" : std::string(1, c);
    return cell + "\"";
}

} // namespace common
