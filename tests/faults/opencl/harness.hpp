#pragma once

#include "faults/opencl/scenario.hpp"

#include <cstdint>

namespace histo_cl::test {

/// The kind of operations that fail, one after the other.
enum class Failing {
    calls,       ///< OpenCL calls, except releases
    releases,    ///< calls that release an OpenCL object
    allocations, ///< calls of operator new outside the driver
    threads,     ///< starts of threads by the library
};

/// Runs the scenario with the first operation failing, then with the second, and so on; each alone, and
/// together with all following ones. In the small size, only some of them fail. Checks each time that
/// the library throws a fitting error or counts correctly, that no other memory is written, that every
/// reference is released once, and that the same trial succeeds right afterwards.
void survive(const Scenario& scenario, Failing what);

/// Totals of all calls of survive().
struct Tally {
    std::uint64_t scenarios = 0;
    std::uint64_t calls = 0;
    std::uint64_t releases = 0;
    std::uint64_t allocations = 0;
    std::uint64_t threads = 0;
    std::uint64_t errors = 0; ///< trials that threw; all others counted correctly
};
[[nodiscard]] const Tally& tally() noexcept;

} // namespace histo_cl::test
