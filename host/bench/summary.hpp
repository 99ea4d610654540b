#pragma once

#include <cstddef>
#include <vector>

namespace bench {

/// Runs of one thing, in seconds.
struct Summary {
    double median = 0;
    double least = 0;
    double greatest = 0;
    /// The distance of the quartiles over the median: how much of it an ordinary run may be off.
    double noise = 0;
    std::size_t runs = 0;
};

/// The q-th quantile (0 to 1) of values that rise, linear between neighbours. There is at least one.
[[nodiscard]] double quantile(const std::vector<double>& rising, double q);

/// Of at least one run, in any order.
[[nodiscard]] Summary summary_of(std::vector<double> seconds);

/// exp of the mean of the logarithms; 1 if there are none. All are positive.
[[nodiscard]] double geometric_mean(const std::vector<double>& values);

} // namespace bench
