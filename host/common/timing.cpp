#include "common/timing.hpp"

#include <algorithm>
#include <cmath>

namespace common {

double seconds_of(const std::function<void()>& call) {
    const Stopwatch stopwatch;
    call();
    return stopwatch.seconds();
}

double quantile(const std::vector<double>& increasing, double q) {
    const double place = q * static_cast<double>(increasing.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const auto above = std::min(below + 1, increasing.size() - 1);
    return std::lerp(increasing[below], increasing[above], place - static_cast<double>(below));
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return quantile(values, 0.5);
}

double median_of(std::uint64_t runs, const std::function<double()>& call) {
    static_cast<void>(call());
    std::vector<double> seconds;
    for (std::uint64_t run = 0; run < runs; ++run)
        seconds.push_back(call());
    return median(std::move(seconds));
}

using namespace std::chrono;

namespace {

std::string two_digits(std::int64_t number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
}

} // namespace

std::string date_of(sys_seconds time) {
    const year_month_day date(floor<days>(time));
    return std::to_string(static_cast<int>(date.year())) + "-" +
           two_digits(static_cast<unsigned>(date.month())) + "-" +
           two_digits(static_cast<unsigned>(date.day()));
}

std::string date_and_time_of(sys_seconds time) {
    const hh_mm_ss clock(time - floor<days>(time));
    return date_of(time) + "T" + two_digits(clock.hours().count()) + ":" +
           two_digits(clock.minutes().count()) + ":" + two_digits(clock.seconds().count()) + "Z";
}

} // namespace common
