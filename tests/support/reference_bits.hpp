#pragma once

#include <histo_cl/reference.hpp>

#include <cstdint>
#include <vector>

namespace histo_cl::test {

/// The reference's counts in 64 bits, or the bits of sums, for a problem whose counter is that of its
/// weights.
inline std::vector<std::uint64_t> reference_bits(const Problem& problem, const HostData& data) {
    const auto wide = problem.counter == CounterType::u32 ? CounterType::u64 : problem.counter;
    return untyped::reference_histogram(wide, problem, data);
}

} // namespace histo_cl::test
