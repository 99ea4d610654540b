#include "common/signals.hpp"

#include <utility>

namespace common {

namespace {

struct Registry {
    std::mutex lock;
    std::list<std::function<void()>> undos;
    std::function<void()> at_interrupt;
};

/// Returns the registry, which is never destroyed, because a signal may arrive until the process ends.
Registry& registry() {
    static auto& all = *new Registry;
    return all;
}

} // namespace

void take_signal(bool is_interrupt, const std::function<void()>& end) {
    auto& all = registry();
    auto held = hold_signals();
    if (is_interrupt && all.at_interrupt) {
        const auto act = std::exchange(all.at_interrupt, nullptr);
        held.unlock(); // act() may wait for a thread that waits for this lock
        act();
        return;
    }
    for (auto undo = all.undos.rbegin(); undo != all.undos.rend(); ++undo)
        (*undo)();
    end();
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

} // namespace common
