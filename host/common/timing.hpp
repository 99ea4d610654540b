#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// Time measurement, and dates in UTC in the format of ISO 8601.

namespace common {

/// Host time since construction.
class Stopwatch {
  public:
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

  private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

[[nodiscard]] double seconds_of(const std::function<void()>& call);

/// The q-quantile (q from 0 to 1) of at least one value in increasing order, interpolated linearly.
[[nodiscard]] double quantile(const std::vector<double>& increasing, double q);

/// The median of at least one value, in any order.
[[nodiscard]] double median(std::vector<double> values);

/// The median of the seconds that `runs` calls return, after one call to warm up.
[[nodiscard]] double median_of(std::uint64_t runs, const std::function<double()>& call);

/// Returns the date, e.g. 2026-11-23.
[[nodiscard]] std::string date_of(std::chrono::sys_seconds time);

/// Returns the date and time, e.g. 2026-11-23T05:43:00Z.
[[nodiscard]] std::string date_and_time_of(std::chrono::sys_seconds time);

} // namespace common
