#pragma once

#include "conformance/random_job.hpp"
#include "support/device.hpp"
#include "support/random.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace histo_cl::test {

/// Data to count, and the reference's counts as 64-bit integers, or the bits of its sums.
struct Work {
    Problem problem;
    HostJob job;
    std::vector<std::uint64_t> expected;
};

/// Several Work objects of one problem.
using Kind = std::vector<Work>;

/// Random work for each of the mixed problems that this device can count.
[[nodiscard]] std::vector<Kind> mixed_kinds(const TestDevice& device, Random& random);

/// What the threads of a round share: a device with a context, kinds of work, and a plan for each kind.
struct Shared {
    const TestDevice& device;
    const std::vector<Kind>& kinds;
    std::vector<Plan> plans = {}; ///< plans[i] is for kinds[i]; empty if no plans are needed
};

[[nodiscard]] Shared with_plans(const TestDevice& device, const std::vector<Kind>& kinds);

/// Counts random work in a random way: by histogram() on host data or on a queue, by a shared plan, or by a
/// new plan. Host data is counted on the calling thread or on the device, with the default knobs or others; a
/// shared plan counts or enqueues. Sometimes releases the kept plans. Returns a description of what is wrong,
/// or "". Throws Error.
[[nodiscard]] std::string count_somehow(const Shared& shared, const cl::CommandQueue& queue, Random& random);

/// Creates a plan for a new range and destroys it. One plan in 16 also counts.
[[nodiscard]] std::string make_and_drop_plan(const Shared& shared, const cl::CommandQueue& queue,
                                             Random& random);

} // namespace histo_cl::test
