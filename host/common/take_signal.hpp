#pragma once

#include <functional>

namespace common {

/// For watch_signals(), when a signal has come: does what at_next_interrupt() has it do and returns, or
/// undoes what AtSignal has registered and calls `end`, under hold_signals().
void take_signal(bool is_interrupt, const std::function<void()>& end);

} // namespace common
