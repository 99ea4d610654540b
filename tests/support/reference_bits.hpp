#pragma once

#include <histo_cl/partial.hpp>
#include <histo_cl/reference.hpp>

#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace histo_cl::test {

/// The type in which counts or sums are returned in 64 bits: u64 for counts, otherwise the problem's counter
/// type.
inline CounterType wide_counter(const Problem& problem) {
    return problem.weights || problem.splitting != Splitting::none ? problem.counter : CounterType::u64;
}

/// The reference's counts as 64-bit integers, or the bits of its sums.
inline std::vector<std::uint64_t> reference_bits(const Problem& problem, const HostData& data) {
    return untyped::reference_histogram(wide_counter(problem), problem, data);
}

/// The counts of a partial as 64-bit integers, or the bits of its sums.
inline std::vector<std::uint64_t> partial_bits(const Partial& partial) {
    const auto bits_of = []<class T>(const std::vector<T>& sums) {
        std::vector<std::uint64_t> bits;
        using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
        for (const T sum : sums)
            bits.push_back(std::bit_cast<Bits>(sum));
        return bits;
    };
    switch (partial.problem().counter) {
    case CounterType::f64: return bits_of(partial.sums<double>());
    case CounterType::f32: return bits_of(partial.sums<float>());
    case CounterType::i64: return bits_of(partial.sums<std::int64_t>());
    default: return partial.sums();
    }
}

} // namespace histo_cl::test
