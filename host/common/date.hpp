#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace common {

/// Parses a date of ISO 8601, such as 2026-01-31, and returns it as seconds since 1970 in UTC. The date may
/// be followed by T or a space, and a time: hours and minutes, optionally seconds with a fraction, and
/// optionally Z or an offset such as +01:00. Without an offset the time is in UTC. The year is from 0001 to
/// 9999. Returns empty for any other text.
[[nodiscard]] std::optional<double> date_typed(std::string_view text);

/// Returns the date as ISO 8601, with the time of day unless it is midnight: 2026-02-01 or 2026-02-01T12:30.
/// Seconds, and up to six digits of their fraction, are added unless they are zero. For years before 0001 and
/// after 9999, returns the number of seconds with six significant digits.
[[nodiscard]] std::string date_text(double seconds);

/// A step in time: a number of seconds, days or months.
struct TimeStep {
    enum class Unit : std::uint8_t { second, day, month } unit = Unit::second;
    std::uint32_t count = 1; ///< number of units
};

/// The steps between the edges of bins of dates, and between ticks of dates, in increasing order.
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

/// Returns the last multiple of the step at or before the given time. Steps of months are counted from
/// January of year 0, steps of whole weeks (multiples of 7 days) from a Monday, and all others from 1970.
[[nodiscard]] double step_at(double seconds, TimeStep step);

/// Returns the multiple of the step that follows `seconds`, which must be a multiple too.
[[nodiscard]] double step_after(double seconds, TimeStep step);

} // namespace common
