#include "progress_line.hpp"

namespace bench {

void ProgressLine::show(const State& state, std::size_t index, std::size_t count) {
    line_.show("[" + std::to_string(index + 1) + "/" + std::to_string(count) + "] " + to_string(state));
}

void ProgressLine::clear() {
    line_.clear();
}

} // namespace bench
