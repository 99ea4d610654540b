#include "text.hpp"

#include <iomanip>
#include <sstream>

namespace bench {

std::string fixed(double value, int decimals) {
    std::ostringstream text;
    text << std::fixed << std::setprecision(decimals) << value;
    return text.str();
}

std::string duration(double seconds) {
    const auto three_digits = [](double value) {
        return fixed(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
    };
    if (seconds < 0.9995e-3) return three_digits(seconds * 1e6) + " us";
    if (seconds < 0.9995) return three_digits(seconds * 1e3) + " ms";
    return three_digits(seconds) + " s";
}

std::string pad_left(std::string text, std::size_t width) {
    if (text.size() < width) text.insert(0, width - text.size(), ' ');
    return text;
}

std::string pad_right(std::string text, std::size_t width) {
    if (text.size() < width) text.append(width - text.size(), ' ');
    return text;
}

} // namespace bench
