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

/// A word, or if it is longer than `most` its parts, each with its hyphen.
std::vector<std::string> parts_of(const std::string& word, std::size_t most) {
    if (word.size() <= most) return {word};
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin < word.size();) {
        const auto end = std::min(word.find('-', begin), word.size() - 1) + 1;
        parts.push_back(word.substr(begin, end - begin));
        begin = end;
    }
    return parts;
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

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
    const auto room = width > indent ? width - indent : 1;
    std::string lines;
    std::size_t used = 0; // of the line's room
    for (const auto& word : words(text)) {
        bool begins = true;
        for (const auto& part : parts_of(word, room)) {
            const std::size_t space = begins && used > 0 ? 1 : 0;
            const bool fits = used + space + part.size() <= room;
            if (used > 0 && !fits) {
                lines += "\n" + std::string(indent, ' ');
                used = 0;
            } else {
                lines.append(space, ' ');
                used += space;
            }
            lines += part;
            used += part.size();
            begins = false;
        }
    }
    return lines;
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
