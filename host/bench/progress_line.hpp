#pragma once

#include "common/stopwatch.hpp"
#include "state.hpp"

#include <cstddef>

namespace bench {

/// Shows progress on standard error: on a terminal in a line that the next one overwrites, else one line per
/// minute.
class ProgressLine {
  public:
    ProgressLine();
    void show(const State& state, std::size_t index, std::size_t count);
    void clear() const;

  private:
    bool terminal_;
    common::Stopwatch since_;
};

} // namespace bench
