#include "tune/progress.hpp"

#include <algorithm>

namespace tune {

namespace {

constexpr std::size_t bar_width = 20;

} // namespace

std::string bar(double done, const std::string& text) {
    const auto part = std::clamp(done, 0.0, 1.0);
    const auto full = static_cast<std::size_t>(part * bar_width);
    const auto percent = std::to_string(static_cast<int>(part * 100));
    return "[" + std::string(full, '#') + std::string(bar_width - full, '-') + "] " +
           std::string(3 - percent.size(), ' ') + percent + " %  " + text;
}

void Progress::show(double done, const std::string& text) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return;
    line_.show(bar(done, text));
    last_ = now;
}

} // namespace tune
