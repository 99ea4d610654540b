#include "common/date.hpp"

namespace common {

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
