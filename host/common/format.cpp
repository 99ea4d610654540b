#include "common/format.hpp"

#include "common/text.hpp"

#include <algorithm>
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

std::string printable(std::string_view text) {
    std::string safe(text);
    std::ranges::replace_if(
        safe, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
    return safe;
}

} // namespace common
