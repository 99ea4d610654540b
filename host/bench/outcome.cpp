#include "outcome.hpp"

namespace bench {

std::string_view name(Verdict verdict) noexcept {
    switch (verdict) {
    case Verdict::right: return "right";
    case Verdict::wrong: return "wrong";
    case Verdict::rejected: return "rejected";
    case Verdict::failed: return "failed";
    }
    return "?";
}

const Outcome* find(const Result& result, std::string_view label) noexcept {
    for (const auto& [name, outcome] : result.outcomes)
        if (name == label) return &outcome;
    return nullptr;
}

const Summary* best_known_time(const Outcome& outcome) noexcept {
    if (outcome.device) return &*outcome.device;
    return outcome.wall ? &*outcome.wall : nullptr;
}

double rate(double amount, double seconds) noexcept {
    return seconds > 0 ? amount / seconds : 0;
}

} // namespace bench
