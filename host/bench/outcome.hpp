#pragma once

#include "state.hpp"
#include "summary.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bench {

enum class Verdict : std::uint8_t {
    right,    ///< the counts equal the host's
    wrong,    ///< they do not
    rejected, ///< it cannot count this state, and says why
    failed,   ///< it threw an error
};

[[nodiscard]] std::string_view name(Verdict verdict) noexcept;

/// What the library decided, and how long its plan took.
struct Planned {
    histo_cl::Decision decision;
    std::uint64_t launched_work_groups = 0;
    double seconds = 0;
    double first_seconds = 0; ///< from its first enqueue to finished counts
    bool from_cache = false;
};

/// One contender on one state.
struct Outcome {
    Verdict verdict = Verdict::right;
    std::string message; ///< empty if right
    std::optional<Summary> device;
    std::optional<Summary> wall;
    std::uint64_t workspace_bytes = 0;
    std::optional<Planned> planned;
};

/// All contenders on one state.
struct Result {
    State state;
    std::optional<std::string> skipped;                    ///< why; nothing else is set then
    std::optional<Summary> read;                           ///< the read-only kernel on the state's samples
    std::vector<std::pair<std::string, Outcome>> outcomes; ///< by label, in the order of the contenders
};

/// The outcome of that label; null if there is none.
[[nodiscard]] const Outcome* find(const Result& result, std::string_view label) noexcept;

/// The time used for comparison: the device's, or the host's if there is none.
[[nodiscard]] const Summary* best_known_time(const Outcome& outcome) noexcept;

/// Per second; 0 if the time is 0.
[[nodiscard]] double rate(double amount, double seconds) noexcept;

} // namespace bench
