#include "summary.hpp"

#include <algorithm>
#include <cmath>

namespace bench {

double quantile(const std::vector<double>& rising, double q) {
    const double place = q * static_cast<double>(rising.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const auto above = std::min(below + 1, rising.size() - 1);
    return std::lerp(rising[below], rising[above], place - static_cast<double>(below));
}

Summary summary_of(std::vector<double> seconds) {
    std::ranges::sort(seconds);
    const auto median = quantile(seconds, 0.5);
    const auto spread = quantile(seconds, 0.75) - quantile(seconds, 0.25);
    return {.median = median,
            .least = seconds.front(),
            .greatest = seconds.back(),
            .noise = median > 0 ? spread / median : 0,
            .runs = seconds.size()};
}

double geometric_mean(const std::vector<double>& values) {
    double sum = 0;
    for (const auto value : values)
        sum += std::log(value);
    return values.empty() ? 1 : std::exp(sum / static_cast<double>(values.size()));
}

} // namespace bench
