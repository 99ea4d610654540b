#include "demo/show/lengths.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace demo {

std::vector<double> lengths(const std::vector<double>& values, bool log) {
    double largest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (const double value : values) {
        largest = std::max(largest, value);
        if (value > 0) least = std::min(least, value);
    }
    std::vector<double> parts;
    for (const double value : values)
        parts.push_back(!(value > 0) ? 0
                        : log        ? std::log(2 * value / least) / std::log(2 * largest / least)
                                     : value / largest);
    return parts;
}

} // namespace demo
