#pragma once

#include <cstddef>
#include <vector>

namespace bench {

/// Runs of one thing, in seconds.
struct Summary {
    double median = 0;
    double least = 0;
    double greatest = 0;
    /// The interquartile range over the median: how much a typical run deviates.
    double noise = 0;
    std::size_t runs = 0;
};

/// The q-quantile (0 to 1) of increasing values, linear between neighbours. There is at least one.
[[nodiscard]] double quantile(const std::vector<double>& rising, double q);

/// Summary of at least one run, in any order.
[[nodiscard]] Summary summary_of(std::vector<double> seconds);

/// exp of the mean of the logarithms; 1 if there are none. All are positive.
[[nodiscard]] double geometric_mean(const std::vector<double>& values);

} // namespace bench
