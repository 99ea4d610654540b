#include "demo/count/progress.hpp"

#include "common/format.hpp"

#include <algorithm>
#include <cmath>

namespace demo {

namespace {

/// "6 s", "3 min 05 s", "2 h 04 min": whole seconds, rounded up.
std::string time_text(double seconds) {
    const auto all = static_cast<std::uint64_t>(std::ceil(std::clamp(seconds, 0.0, 1e9)));
    const auto two_digits = [](std::uint64_t value) {
        return (value < 10 ? "0" : "") + std::to_string(value);
    };
    if (all < 60) return std::to_string(all) + " s";
    if (all < 3600) return std::to_string(all / 60) + " min " + two_digits(all % 60) + " s";
    return std::to_string(all / 3600) + " h " + two_digits(all % 3600 / 60) + " min";
}

} // namespace

std::string progress_text(const histo_cl::Progress& progress, std::optional<std::uint64_t> total) {
    std::string text = common::byte_size(progress.bytes);
    if (total) text += " of " + common::byte_size(*total);
    text += ", " + common::rate(progress.bytes_per_second, "B");
    if (total && progress.bytes_per_second > 0) {
        const auto left = *total - std::min(*total, progress.bytes);
        text += ", " + time_text(static_cast<double>(left) / progress.bytes_per_second) + " left";
    }
    return text;
}

} // namespace demo
