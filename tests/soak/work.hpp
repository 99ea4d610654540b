#pragma once

#include "conformance/random_job.hpp"
#include "support/random.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <vector>

namespace histo_cl::test {

/// Data to count, and the reference's counts: in 64 bits, or the bits of sums.
struct Work {
    Problem problem;
    HostJob job;
    std::vector<std::uint64_t> expected;
};

/// Problems of all kinds: types, layouts, binnings, weights, batches, counters.
[[nodiscard]] std::vector<Problem> mixed_problems();

/// A problem of even bins over a range that differs with each call.
[[nodiscard]] Problem new_range(Random& random);

/// A random job of up to `elements` elements. `home` must be in range of the problem's bins.
[[nodiscard]] Work work_of(const Problem& problem, std::uint64_t elements, Random& random);

/// The data in the form of histogram() and reference_histogram().
[[nodiscard]] HostData host_data(const Work& work);

/// The type of counts in 64 bits.
[[nodiscard]] CounterType sum_type(const Problem& problem) noexcept;

} // namespace histo_cl::test
