#pragma once

#include "bench/state.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bench {

/// The times of repeated runs, in seconds.
struct Summary {
    double median = 0;
    double min = 0;
    double max = 0;
    /// The interquartile range divided by the median: how much a typical run deviates.
    double noise = 0;
    std::size_t runs = 0;
};

/// Returns the summary of at least one run. The runs may be in any order.
[[nodiscard]] Summary summary_of(std::vector<double> seconds);

/// Returns the summary of `runs` runs, after `warm_up` runs to warm up. `run` returns its seconds. Empty if a
/// run has no time.
[[nodiscard]] std::optional<Summary> summary_of_runs(int runs, int warm_up,
                                                     const std::function<std::optional<double>()>& run);

/// The geometric mean of positive values; 1 if there are none.
[[nodiscard]] double geometric_mean(const std::vector<double>& values);

enum class Verdict : std::uint8_t {
    right,    ///< the counts equal the host's, or differ only as rounding allows
    wrong,    ///< the counts differ from the host's
    rejected, ///< the contender does not support this state
    failed,   ///< the contender threw another error
};

[[nodiscard]] std::string_view name(Verdict verdict) noexcept;

/// The library's decision, and the times of its plan.
struct Planned {
    histo_cl::Decision decision;
    std::uint64_t launched_work_groups = 0;
    double seconds = 0;       ///< time to create the plan
    double first_seconds = 0; ///< time from the plan's first enqueue to finished counts
    bool from_cache = false;
};

/// The result of one contender on one state.
struct Outcome {
    Verdict verdict = Verdict::right;
    std::string message; ///< an error, wrong counts, or differences that rounding allows; else empty
    std::optional<Summary> device;
    std::optional<Summary> wall;
    std::uint64_t workspace_bytes = 0;
    std::optional<Planned> planned;
};

/// The results of all contenders on one state.
struct Result {
    State state;
    std::optional<std::string> skipped;                    ///< why the state was not run; empty if it was
    std::optional<Summary> read;                           ///< the read-only kernel on the state's samples
    std::vector<std::pair<std::string, Outcome>> outcomes; ///< with labels, in the order of the contenders
};

/// The result of comparing counts with the expected ones.
struct Check {
    Verdict verdict = Verdict::right;
    std::string message = {}; ///< wrong counts, or differences that rounding allows; else empty
};

/// Compares counts with the expected ones. With `rounds_edges`, samples may be in a neighbouring bin, up to
/// the number that rounding can put there; the message says how many are.
[[nodiscard]] Check check(std::span<const std::uint32_t> counts, std::span<const std::uint32_t> expected,
                          bool rounds_edges);

} // namespace bench
