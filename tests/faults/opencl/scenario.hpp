#pragma once

#include "faults/opencl/layer.hpp"
#include "support/device.hpp"

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace histo_cl::test {

/// An operation of a caller, which the harness runs as often as it needs, and the objects that exist before
/// anything fails. A constructor throws Error(unsupported) if the device does not support the scenario.
class Trial {
  public:
    Trial() = default;
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;
    virtual ~Trial() = default;

    /// The operation that may fail. It throws, or has results.
    virtual void run() = 0;
    /// Whether the results of run() are right, given what has failed. Called only if run() has not thrown.
    [[nodiscard]] virtual bool right(const Findings& seen) = 0;
    /// Waits for the commands of run(), whether it succeeded or failed, and prepares the next run. Returns
    /// whether nothing was written except memory that run() may write.
    [[nodiscard]] virtual bool resolve() { return true; }
    /// The number of references that run() must not release, because commands of a lost queue may still use
    /// the objects.
    [[nodiscard]] virtual std::uint64_t lost(const Findings& /*seen*/) const { return 0; }
};

struct Scenario {
    std::string name;
    std::function<std::unique_ptr<Trial>()> prepare;
    /// Whether run() compiles programs, which takes too long for thousands of failing allocations.
    bool compiles = false;
    /// Whether run() makes programs. PoCL parses their source each time, even if it has compiled them before.
    bool builds = false;
};

/// A scenario of a trial that is constructed from these arguments.
template <class Kind, class... Arguments>
Scenario scenario(std::string name, Arguments... arguments) {
    return {.name = std::move(name), .prepare = [=] { return std::make_unique<Kind>(arguments...); }};
}
/// A scenario of a trial that makes programs, constructed from these arguments.
template <class Kind, class... Arguments>
Scenario building_scenario(std::string name, Arguments... arguments) {
    auto made = scenario<Kind>(std::move(name), arguments...);
    made.builds = true;
    return made;
}

/// Whether HISTO_CL_TEST_SIZE requests fewer scenarios and fewer failing allocations.
[[nodiscard]] inline bool is_small() noexcept {
    return std::getenv("HISTO_CL_TEST_SIZE") != nullptr;
}

/// 200 bins: private counts are small, and some samples are out of range.
[[nodiscard]] inline Problem even_problem() {
    return {.axes = {even_bins(200, 0, 200)}};
}

/// Sums of real weights in the bins of even_problem().
[[nodiscard]] inline Problem real_weights() {
    auto problem = even_problem();
    problem.weights.type = SampleType::f32;
    problem.counter = CounterType::f64;
    return problem;
}

/// u16 samples in logarithmic bins, whose edges are compared with the samples. The scenarios of the C API
/// share its programs with those of C++.
[[nodiscard]] inline Problem log_problem() {
    return {.sample = SampleType::u16, .axes = {log_bins(20, 1, 60'000)}};
}

/// Jobs of plans: each variant and merge, weights, batches, masks, several launches, both kinds of queue.
[[nodiscard]] std::vector<Scenario> counting_scenarios();
/// Construction of plans: from source, from the cache on disk, or with another plan's program.
[[nodiscard]] std::vector<Scenario> planning_scenarios();
/// Plans for an image, for maps and for summaries, and one use of each.
[[nodiscard]] std::vector<Scenario> other_plan_scenarios();
/// histogram() on host data and on buffers, streams, a Partial, and the search for devices.
[[nodiscard]] std::vector<Scenario> one_call_scenarios();
/// Scenarios through the C API.
[[nodiscard]] std::vector<Scenario> c_scenarios();
/// Streams that start threads.
[[nodiscard]] std::vector<Scenario> thread_scenarios();
/// Jobs pushed to a Stream on several queues.
[[nodiscard]] std::vector<Scenario> push_scenarios();

} // namespace histo_cl::test
