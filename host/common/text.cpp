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

/// The word, or if it is longer than `max`, its parts, split after hyphens.
std::vector<std::string> parts_of(const std::string& word, std::size_t max) {
    if (word.size() <= max) return {word};
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
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return text.data();
}

std::string significant(double value, int digits) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.*g", digits, value);
    return text.data();
}

std::string with_separators(std::string number) {
    if (number.find_first_not_of("-.0123456789") != std::string::npos) return number;
    const auto begin = number.find_first_not_of('-');
    for (auto place = std::min(number.find('.'), number.size()); place > begin + 3;)
        number.insert(place -= 3, ",");
    return number;
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
    std::size_t used = 0; // columns used in the line
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

namespace {

/// Returns the text between two `quote` characters. Each `quote` in the text is replaced by `escape`.
std::string quoted(std::string_view text, char quote, const char* escape) {
    std::string whole(1, quote);
    for (const char c : text)
        whole += c == quote ? escape : std::string(1, c);
    return whole + quote;
}

} // namespace

std::string csv_quoted(std::string_view text) {
    return quoted(text, '"', "\"\"");
}

std::string shell_quoted(std::string_view text) {
    return quoted(text, '\'', "'\\''");
}

std::string grouped(std::uint64_t value) {
    return with_separators(std::to_string(value));
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

/// The length in bytes that the first byte of a UTF-8 character announces, 2 to 4; 1 for all other bytes.
std::size_t length_of(unsigned char first) {
    if (first < 0xc2 || first > 0xf4) return 1;
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
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
