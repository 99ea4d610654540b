#include "common/date.hpp"

#include "common/number.hpp"
#include "common/text.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>

namespace common {

namespace {

constexpr double day_seconds = 86'400;

/// Removes exactly `count` digits from the front of the text, and returns their value.
std::optional<unsigned> digits(std::string_view& text, std::size_t count) {
    if (text.size() < count ||
        text.substr(0, count).find_first_not_of("0123456789") != std::string_view::npos)
        return std::nullopt;
    const auto value = entire<unsigned>(text.substr(0, count));
    text.remove_prefix(count);
    return value;
}

bool take(std::string_view& text, char symbol) {
    if (!text.starts_with(symbol)) return false;
    text.remove_prefix(1);
    return true;
}

/// Removes hours and minutes from the front of the text, and returns them in seconds. Their form is "12:30";
/// offsets may also have the form "1230" or "12".
std::optional<double> hours_and_minutes(std::string_view& text, bool is_offset) {
    const auto hours = digits(text, 2);
    const bool has_colon = take(text, ':');
    if (!hours || (!has_colon && !is_offset)) return std::nullopt;
    const bool has_minutes = has_colon || !text.empty();
    const auto minutes = has_minutes ? digits(text, 2) : 0U;
    if (!minutes || *hours > 23 || *minutes > 59) return std::nullopt;
    return 3600.0 * *hours + 60.0 * *minutes;
}

/// Removes seconds such as ":59.25" from the front of the text, and returns them; returns 0 if the text does
/// not begin with a colon.
std::optional<double> seconds_of(std::string_view& text) {
    if (!take(text, ':')) return 0;
    const auto whole = digits(text, 2);
    if (!whole || *whole > 60) return std::nullopt; // 60: a leap second
    if (!text.starts_with('.') && !text.starts_with(',')) return *whole;
    text.remove_prefix(1);
    const auto end = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto fraction = entire<double>("0." + std::string(text.substr(0, end)));
    if (end == 0 || !fraction) return std::nullopt;
    text.remove_prefix(end);
    return *whole + *fraction;
}

/// Parses the offset from UTC at the end of a time, and returns it in seconds; returns 0 for empty text.
std::optional<double> offset_of(std::string_view text) {
    if (text.empty() || text == "Z" || text == "z") return 0;
    const bool is_before = text.starts_with('-');
    if (!is_before && !text.starts_with('+')) return std::nullopt;
    text.remove_prefix(1);
    const auto offset = hours_and_minutes(text, true);
    if (!offset || !text.empty()) return std::nullopt;
    return is_before ? -*offset : *offset;
}

std::chrono::sys_days days_of(double seconds) {
    return std::chrono::sys_days(std::chrono::days(static_cast<int>(std::floor(seconds / day_seconds))));
}

double seconds_of(std::chrono::sys_days days) {
    return static_cast<double>(days.time_since_epoch().count()) * day_seconds;
}

} // namespace

std::optional<double> date_typed(std::string_view text) {
    const auto year = digits(text, 4);
    if (!year || !take(text, '-')) return std::nullopt;
    const auto month = digits(text, 2);
    if (!month || !take(text, '-')) return std::nullopt;
    const auto day = digits(text, 2);
    if (!day) return std::nullopt;
    const auto date =
        std::chrono::year(static_cast<int>(*year)) / std::chrono::month(*month) / std::chrono::day(*day);
    if (*year == 0 || !date.ok()) return std::nullopt;
    const auto midnight = seconds_of(std::chrono::sys_days(date));
    if (text.empty()) return midnight;
    if (!take(text, 'T') && !take(text, ' ') && !take(text, 't')) return std::nullopt;
    const auto minutes = hours_and_minutes(text, false);
    if (!minutes) return std::nullopt;
    const auto seconds = seconds_of(text);
    if (!seconds) return std::nullopt;
    const auto offset = offset_of(text);
    if (!offset) return std::nullopt;
    return midnight + *minutes + *seconds - *offset;
}

std::string date_text(double seconds) {
    constexpr double first = -62'135'596'800; // 0001-01-01
    constexpr double end = 253'402'300'800;   // 10000-01-01
    if (!(seconds >= first && seconds < end)) return significant(seconds, 6);
    const auto micros = std::round(seconds * 1e6);
    const std::chrono::year_month_day date(days_of(micros / 1e6));
    auto rest = static_cast<std::int64_t>(micros - seconds_of(std::chrono::sys_days(date)) * 1e6);
    const auto two = [](std::int64_t value) { return (value < 10 ? "0" : "") + std::to_string(value); };
    std::string text = std::to_string(static_cast<int>(date.year()));
    text.insert(0, 4 - text.size(), '0');
    text += "-" + two(static_cast<unsigned>(date.month())) + "-" + two(static_cast<unsigned>(date.day()));
    if (rest == 0) return text;
    constexpr std::int64_t second = 1'000'000;
    text += "T" + two(rest / (3600 * second)) + ":" + two(rest / (60 * second) % 60);
    rest %= 60 * second;
    if (rest == 0) return text;
    text += ":" + two(rest / second);
    if (rest %= second; rest > 0) {
        auto fraction = std::to_string(second + rest).substr(1);
        text += "." + fraction.substr(0, fraction.find_last_not_of('0') + 1);
    }
    return text;
}

namespace {

/// Number of months from January of year 0.
int months_of(double seconds) {
    const std::chrono::year_month_day date(days_of(seconds));
    return 12 * static_cast<int>(date.year()) + static_cast<int>(static_cast<unsigned>(date.month())) - 1;
}

double start_of_month(int months) {
    const auto year = static_cast<int>(std::floor(months / 12.0));
    return seconds_of(std::chrono::sys_days(
        std::chrono::year(year) / std::chrono::month(static_cast<unsigned>(months - 12 * year + 1)) / 1));
}

} // namespace

double step_at(double seconds, TimeStep step) {
    if (step.unit == TimeStep::Unit::month) {
        const auto count = static_cast<double>(step.count);
        return start_of_month(static_cast<int>(std::floor(months_of(seconds) / count) * count));
    }
    const bool is_days = step.unit == TimeStep::Unit::day;
    const double length = step.count * (is_days ? day_seconds : 1.0);
    const double origin = is_days && step.count % 7 == 0 ? -3 * day_seconds : 0; // Monday, 1969-12-29
    return origin + std::floor((seconds - origin) / length) * length;
}

double step_after(double seconds, TimeStep step) {
    if (step.unit == TimeStep::Unit::month)
        return start_of_month(months_of(seconds) + static_cast<int>(step.count));
    return seconds + step.count * (step.unit == TimeStep::Unit::day ? day_seconds : 1.0);
}

} // namespace common
