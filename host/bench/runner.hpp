#pragma once

#include "contender.hpp"
#include "opencl.hpp"
#include "outcome.hpp"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace bench {

/// How often each thing is run: at least `runs` times, and on until `min_seconds` of it are timed, but
/// `most_runs` times at most. What would take longer than `max_seconds` is run less often, twice at least.
struct Pace {
    std::uint32_t runs = 10;
    std::uint32_t most_runs = 100;
    double min_seconds = 0.02;
    double max_seconds = 5;
    bool device_clock = true; ///< time the device too
};

/// Whether runs that took these seconds are enough.
[[nodiscard]] bool enough(const Pace& pace, const std::vector<double>& seconds) noexcept;

using Contenders = std::vector<std::unique_ptr<Contender>>;

/// Called before a state is run, with its number from 0, and after.
struct Progress {
    std::function<void(const State&, std::size_t index, std::size_t count)> before;
    std::function<void(const Result&)> after;
};

/// Runs all states, those of one data set one after the other, by all contenders in turn, run by run. The
/// first contender is the library. `threads` of the host count what the results must be.
void run_states(std::span<const State> states, OpenCl& opencl, const Contenders& contenders, const Pace& pace,
                unsigned threads, const Progress& progress);

/// An empty kernel's launch and finish, often; empty for a contender without.
[[nodiscard]] std::optional<Summary> empty_launch(Contender& contender);

} // namespace bench
