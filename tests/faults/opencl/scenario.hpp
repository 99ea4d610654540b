#pragma once

#include "faults/opencl/layer.hpp"
#include "support/device.hpp"

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace histo_cl::test {

/// An operation of a caller, run as often as the harness needs.
struct Trial {
    /// The operation that may fail. It throws, or has results.
    std::function<void()> run;
    /// Whether the results of run() are right, given what has failed. Called only if run() has not thrown.
    std::function<bool(const Findings&)> right;
    /// Waits for the commands of run(), whether it succeeded or failed, and prepares the next run. Returns
    /// whether nothing was written except memory that run() may write.
    std::function<bool()> resolve = [] { return true; };
    /// The number of references that run() must not release, because commands of a lost queue may still use
    /// the objects.
    std::function<std::uint64_t(const Findings&)> lost = [](const Findings&) { return 0; };
};

struct Scenario {
    std::string name;
    /// Makes the objects that exist before anything fails; the trial owns them. Throws Error(unsupported) if
    /// the device does not support the scenario.
    std::function<Trial()> prepare;
    /// Whether run() builds programs, which takes too long for thousands of failing allocations.
    bool compiles = false;
};

/// Whether HISTO_CL_TEST_SIZE requests fewer scenarios and fewer failing allocations.
[[nodiscard]] inline bool is_small() noexcept {
    return std::getenv("HISTO_CL_TEST_SIZE") != nullptr;
}

/// Jobs of plans: each variant and merge, weights, batches, masks, several launches, both kinds of queue.
[[nodiscard]] std::vector<Scenario> counting_scenarios();
/// Construction of plans: from source, from the cache on disk, or with another plan's program.
[[nodiscard]] std::vector<Scenario> planning_scenarios();
/// A plan for an image, and counting it.
[[nodiscard]] std::vector<Scenario> image_scenarios();
/// A plan for maps, and applying them.
[[nodiscard]] std::vector<Scenario> map_scenarios();
/// A plan for summaries, and a summary.
[[nodiscard]] std::vector<Scenario> summary_scenarios();
/// histogram() on host data and on buffers, streams, a Partial, and the search for devices.
[[nodiscard]] std::vector<Scenario> one_call_scenarios();
/// Scenarios through the C API.
[[nodiscard]] std::vector<Scenario> c_scenarios();
/// Streams that start threads.
[[nodiscard]] std::vector<Scenario> thread_scenarios();
/// Jobs pushed to a Stream on several queues.
[[nodiscard]] std::vector<Scenario> push_scenarios();

} // namespace histo_cl::test
