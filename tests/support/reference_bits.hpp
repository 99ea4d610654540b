#pragma once

#include <histo_cl/reference.hpp>

#include <cstdint>
#include <vector>

namespace histo_cl::test {

/// The type of returned counts, for a problem whose counter is that of its weights.
inline CounterType wide_counter(const Problem& problem) {
    return problem.counter == CounterType::u32 ? CounterType::u64 : problem.counter;
}

/// The reference's counts in 64 bits, or the bits of sums, for such a problem.
inline std::vector<std::uint64_t> reference_bits(const Problem& problem, const HostData& data) {
    return untyped::reference_histogram(wide_counter(problem), problem, data);
}

} // namespace histo_cl::test
