#pragma once

#include <chrono>
#include <string>

// UTC, by ISO 8601.

namespace common {

/// As 2026-11-23.
[[nodiscard]] std::string date_of(std::chrono::sys_seconds time);

/// As 2026-11-23T05:43:00Z.
[[nodiscard]] std::string date_and_time_of(std::chrono::sys_seconds time);

} // namespace common
