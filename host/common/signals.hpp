#pragma once

#include <functional>
#include <list>
#include <mutex>

namespace common {

/// Makes SIGHUP, SIGINT and SIGTERM run the actions that AtSignal has registered before they end the program.
/// Ignored signals stay ignored. Call it in main(), before there is a second thread: all threads then block
/// these signals, and one thread waits for them. Child processes inherit the blocked signals. On Windows
/// Ctrl-C corresponds to SIGINT; Ctrl-Break, closing the console, and the end of the session correspond to
/// the others.
void watch_signals();

/// Runs `undo` if a signal ends the program while this object exists. `undo` runs on another thread, with the
/// lock of hold_signals() held.
class AtSignal {
  public:
    explicit AtSignal(std::function<void()> undo);
    AtSignal(const AtSignal&) = delete;
    AtSignal& operator=(const AtSignal&) = delete;
    ~AtSignal();

  private:
    std::list<std::function<void()>>::iterator place_;
};

/// Returns a lock. While it is held, no signal ends the program. A signal that ends the program takes the
/// lock and never releases it.
[[nodiscard]] std::unique_lock<std::mutex> hold_signals();

/// Makes the next SIGINT only call `act`, on another thread. The SIGINT after it ends the program.
void at_next_interrupt(std::function<void()> act);

/// Handles a signal, for the implementations of watch_signals(). If it is an interrupt and
/// at_next_interrupt() has set a function, calls that function and returns. Otherwise runs the actions that
/// AtSignal has registered, the last one first, and calls `end`, with the lock of hold_signals() held.
void take_signal(bool is_interrupt, const std::function<void()>& end);

} // namespace common
