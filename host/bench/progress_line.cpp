#include "progress_line.hpp"

#include "common/text.hpp"

#include <iostream>
#include <unistd.h>

namespace bench {

ProgressLine::ProgressLine() : terminal_(::isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(const State& state, std::size_t index, std::size_t count) {
    const auto text = "[" + std::to_string(index + 1) + "/" + std::to_string(count) + "] " + to_string(state);
    if (terminal_) {
        std::cerr << "\r" << common::pad_right(text, 78) << std::flush;
    } else if (since_.seconds() > 60 || index == 0) {
        std::cerr << text << '\n';
        since_ = common::Stopwatch();
    }
}

void ProgressLine::clear() const {
    if (terminal_) std::cerr << '\r' << std::string(78, ' ') << '\r' << std::flush;
}

} // namespace bench
