#pragma once

#include "bench/contender.hpp"
#include "bench/opencl.hpp"
#include "bench/outcome.hpp"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace bench {

/// How often each measurement is run: at least `runs` times and until `min_seconds` are timed, but at most
/// `max_runs` times. If that would take longer than `max_seconds`, fewer times, but at least twice.
struct Pace {
    std::uint32_t runs = 10;
    std::uint32_t max_runs = 100;
    double min_seconds = 0.02;
    double max_seconds = 5;
    bool device_clock = true; ///< time the device too
};

/// Whether these runs, in seconds, are enough.
[[nodiscard]] bool enough(const Pace& pace, const std::vector<double>& seconds) noexcept;

using Contenders = std::vector<std::unique_ptr<Contender>>;

/// Called before a state is run, with its number from 0, and after.
struct Progress {
    std::function<void(const State&, std::size_t index, std::size_t count)> before;
    std::function<void(const Result&)> after;
};

/// Runs all states, grouped by data set, with all contenders in turn, run by run. The first contender is the
/// library. `threads` host threads compute the expected counts.
void run_states(std::span<const State> states, OpenCl& opencl, const Contenders& contenders, const Pace& pace,
                unsigned threads, const Progress& progress);

/// Repeated launch and finish of an empty kernel; empty for a contender that launches none.
[[nodiscard]] std::optional<Summary> empty_launch(Contender& contender);

} // namespace bench
