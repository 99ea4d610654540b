#include "progress.hpp"

#include <algorithm>
#include <iostream>
#include <sys/ioctl.h>
#include <unistd.h>

namespace tune {

namespace {

constexpr std::size_t bar_width = 20;
constexpr const char* clear_line = "\r\x1b[K";

std::size_t columns() {
    winsize window{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0) return window.ws_col;
    return 80;
}

} // namespace

std::string bar(double done, const std::string& text, std::size_t columns) {
    const auto part = std::clamp(done, 0.0, 1.0);
    const auto full = static_cast<std::size_t>(part * bar_width);
    const auto percent = std::to_string(static_cast<int>(part * 100));
    auto line = "[" + std::string(full, '#') + std::string(bar_width - full, '-') + "] " +
                std::string(3 - percent.size(), ' ') + percent + " %  " + text;
    if (line.size() > columns) line.resize(columns);
    return line;
}

Progress::Progress() : on_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
    hide();
}

void Progress::show(double done, const std::string& text) {
    const auto now = std::chrono::steady_clock::now();
    if (!on_ || (shown_ && now - last_ < std::chrono::milliseconds(100))) return;
    std::cerr << clear_line << bar(done, text, columns() - 1) << std::flush; // a full line would wrap
    last_ = now;
    shown_ = true;
}

void Progress::hide() {
    if (shown_) std::cerr << clear_line << std::flush;
    shown_ = false;
}

} // namespace tune
