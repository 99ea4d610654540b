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

/// Problems of many kinds: various types, layouts, binnings, weights, batches and counters.
[[nodiscard]] std::vector<Problem> mixed_problems();

/// A problem of even bins over a random range, for which there is hardly ever a plan yet.
[[nodiscard]] Problem new_range(Random& random);

/// A random job of up to `elements` elements, with its expected counts. `home` (random_bins.hpp) must be in
/// range of the problem's bins.
[[nodiscard]] Work work_of(const Problem& problem, std::uint64_t elements, Random& random);

/// The data in the form of histogram() and reference_histogram().
[[nodiscard]] HostData host_data(const Work& work);

/// The 64-bit type in which a problem's counts are compared.
[[nodiscard]] CounterType sum_type(const Problem& problem) noexcept;

} // namespace histo_cl::test
