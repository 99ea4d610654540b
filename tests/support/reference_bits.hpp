#pragma once

#include <histo_cl/reference.hpp>

#include <cstdint>
#include <vector>

namespace histo_cl::test {

/// The type in which counts or sums are returned: u64 for u32 counters, otherwise the problem's counter type.
inline CounterType wide_counter(const Problem& problem) {
    return problem.counter == CounterType::u32 ? CounterType::u64 : problem.counter;
}

/// The reference's counts as 64-bit integers, or the bits of its sums.
inline std::vector<std::uint64_t> reference_bits(const Problem& problem, const HostData& data) {
    return untyped::reference_histogram(wide_counter(problem), problem, data);
}

} // namespace histo_cl::test
