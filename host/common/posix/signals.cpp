#include "common/signals.hpp"

#include <array>
#include <csignal>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace common {

namespace {

sigset_t watched_signals() {
    sigset_t watched;
    ::sigemptyset(&watched);
    for (const int signal : std::array{SIGHUP, SIGINT, SIGTERM}) {
        struct sigaction now = {};
        ::sigaction(signal, nullptr, &now);
        if (now.sa_handler != SIG_IGN) ::sigaddset(&watched, signal);
    }
    return watched;
}

/// Ends the process by the signal's default action, so that its parent sees which signal it was.
[[noreturn]] void end_by(int signal) {
    sigset_t one;
    ::sigemptyset(&one);
    ::sigaddset(&one, signal);
    ::pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
    std::raise(signal);
    ::_exit(128 + signal); // reached in the first process of a container, which such signals do not end
}

[[noreturn]] void wait_for(const sigset_t& watched) {
    for (;;) {
        int signal = 0;
        if (::sigwait(&watched, &signal) == 0) take_signal(signal == SIGINT, [signal] { end_by(signal); });
    }
}

} // namespace

void watch_signals() {
    const auto watched = watched_signals();
    ::pthread_sigmask(SIG_BLOCK, &watched, nullptr);
    try {
        std::thread(wait_for, watched).detach();
    } catch (const std::system_error&) {
        ::pthread_sigmask(SIG_UNBLOCK, &watched,
                          nullptr); // no thread is available: signals end the program without cleanup
    }
}

} // namespace common
