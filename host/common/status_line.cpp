#include "common/status_line.hpp"

#include "common/standard_streams.hpp"

#include <iostream>

namespace common {

StatusLine::StatusLine() : on_(is_terminal(StandardStream::error)), at_signal_([this] { erase(); }) {}

StatusLine::~StatusLine() {
    clear();
}

void StatusLine::show(std::string text) {
    if (!on_) return;
    const auto most = terminal_columns(StandardStream::error).value_or(80) - 1; // a full line would wrap
    if (text.size() > most) text.resize(most);
    const auto held = hold_signals();
    std::cerr << clear_line << text << std::flush;
    shown_ = true;
}

void StatusLine::clear() {
    const auto held = hold_signals();
    erase();
    shown_ = false;
}

void StatusLine::erase() const {
    if (shown_) std::cerr << clear_line << std::flush;
}

} // namespace common
