#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace common {

/// A moment of ISO 8601 as seconds since 1970 in UTC: 2026-01-31, with T or a space before a time of hours
/// and minutes, maybe seconds and their fraction, and then maybe Z or an offset such as +01:00. Without an
/// offset it is taken as UTC. The year is from 0001 to 9999. Empty for any other text.
[[nodiscard]] std::optional<double> date_typed(std::string_view text);

/// The moment as ISO 8601, with a time only if it is not midnight: 2026-02-01, 2026-02-01T12:30, and with
/// seconds and up to six digits of their fraction if there are any. A number for years before 0001 and after
/// 9999.
[[nodiscard]] std::string date_text(double seconds);

/// A unit of the calendar or the clock.
struct TimeStep {
    enum class Unit : std::uint8_t { second, day, month } unit = Unit::second;
    std::uint32_t count = 1; ///< number of units
};

/// The steps of bins and ticks, ascending.
inline constexpr std::array time_steps{
    TimeStep{TimeStep::Unit::second, 1},     TimeStep{TimeStep::Unit::second, 2},
    TimeStep{TimeStep::Unit::second, 5},     TimeStep{TimeStep::Unit::second, 10},
    TimeStep{TimeStep::Unit::second, 30},    TimeStep{TimeStep::Unit::second, 60},
    TimeStep{TimeStep::Unit::second, 120},   TimeStep{TimeStep::Unit::second, 300},
    TimeStep{TimeStep::Unit::second, 600},   TimeStep{TimeStep::Unit::second, 1800},
    TimeStep{TimeStep::Unit::second, 3600},  TimeStep{TimeStep::Unit::second, 7200},
    TimeStep{TimeStep::Unit::second, 21600}, TimeStep{TimeStep::Unit::second, 43200},
    TimeStep{TimeStep::Unit::day, 1},        TimeStep{TimeStep::Unit::day, 7},
    TimeStep{TimeStep::Unit::month, 1},      TimeStep{TimeStep::Unit::month, 3},
    TimeStep{TimeStep::Unit::month, 12},     TimeStep{TimeStep::Unit::month, 24},
    TimeStep{TimeStep::Unit::month, 60},     TimeStep{TimeStep::Unit::month, 120},
    TimeStep{TimeStep::Unit::month, 600},    TimeStep{TimeStep::Unit::month, 1200},
    TimeStep{TimeStep::Unit::month, 2400}};

/// The last multiple of the step at or before the moment. Months count from January of year 0, days of weeks
/// (7) from Mondays, and all others from 1970.
[[nodiscard]] double step_at(double seconds, TimeStep step);

/// The next multiple of the step after one.
[[nodiscard]] double step_after(double seconds, TimeStep step);

} // namespace common
