#include "common/signals.hpp"

#include <array>
#include <csignal>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace common {

namespace {

struct Registry {
    std::mutex lock;
    std::list<std::function<void()>> undos;
    std::function<void()> at_interrupt;
};

/// Never destroyed: a signal may come until the process ends.
Registry& registry() {
    static auto& all = *new Registry;
    return all;
}

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

/// As the system does, so that whoever waits for the program sees which signal it was.
[[noreturn]] void end_by(int signal) {
    sigset_t one;
    ::sigemptyset(&one);
    ::sigaddset(&one, signal);
    ::pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
    std::raise(signal);
    ::_exit(128 + signal); // the first process of a container, which the signal does not end
}

[[noreturn]] void wait_for(const sigset_t& watched) {
    for (;;) {
        int signal = 0;
        if (::sigwait(&watched, &signal) != 0) continue;
        auto& all = registry();
        auto held = hold_signals();
        if (signal == SIGINT && all.at_interrupt) {
            const auto act = std::exchange(all.at_interrupt, nullptr);
            held.unlock(); // others may hold what it waits for until they have the lock
            act();
            continue;
        }
        for (auto undo = all.undos.rbegin(); undo != all.undos.rend(); ++undo)
            (*undo)();
        end_by(signal); // with the lock held
    }
}

} // namespace

void watch_signals() {
    const auto watched = watched_signals();
    ::pthread_sigmask(SIG_BLOCK, &watched, nullptr);
    try {
        std::thread(wait_for, watched).detach();
    } catch (const std::system_error&) {
        unblock_signals(); // no thread can be had: signals end the program, and nothing is undone
    }
}

AtSignal::AtSignal(std::function<void()> undo) {
    const auto held = hold_signals();
    auto& undos = registry().undos;
    place_ = undos.insert(undos.end(), std::move(undo));
}

AtSignal::~AtSignal() {
    const auto held = hold_signals();
    registry().undos.erase(place_);
}

std::unique_lock<std::mutex> hold_signals() {
    return std::unique_lock(registry().lock);
}

void at_next_interrupt(std::function<void()> act) {
    const auto held = hold_signals();
    registry().at_interrupt = std::move(act);
}

void unblock_signals() {
    sigset_t none;
    ::sigemptyset(&none);
    ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
}

} // namespace common
