#pragma once

#include "common/status_line.hpp"
#include "state.hpp"

#include <cstddef>

namespace bench {

/// Shows progress in a StatusLine.
class ProgressLine {
  public:
    void show(const State& state, std::size_t index, std::size_t count);
    void clear();

  private:
    common::StatusLine line_;
};

} // namespace bench
