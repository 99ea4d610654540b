#pragma once

#include "c_api/guard.hpp"
#include "histo_cl/partial.hpp"
#include "problem/wide_counter.hpp"

#include <bit>
#include <cstdint>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::c_api {

/// A partial's sums as 64 bits each, whatever their type.
[[nodiscard]] inline std::vector<std::uint64_t> bits_of_sums(const Partial& partial) {
    const auto bits_of = [](const auto& sums) {
        std::vector<std::uint64_t> bits;
        bits.reserve(sums.size());
        for (const auto sum : sums)
            bits.push_back(std::bit_cast<std::uint64_t>(sum));
        return bits;
    };
    switch (detail::wide_counter(partial.problem().weights).value()) {
    case CounterType::i64: return bits_of(partial.sums<std::int64_t>());
    case CounterType::f64: return bits_of(partial.sums<double>());
    default: return partial.sums();
    }
}

} // namespace histo_cl::inline HISTO_CL_ABI::c_api
