#pragma once

#include "c_api/guard.hpp"
#include "histo_cl/partial.hpp"
#include "problem/checked.hpp"
#include "problem/weights.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

// Counts of 64 bits in the caller's memory.

namespace histo_cl::c_api {

/// Before any counting: throws Error(invalid_argument) unless all counts of the shape fit the caller's.
inline void check_room(const Problem& problem, const detail::CheckedShape& shape, const void* counts,
                       std::size_t capacity) {
    const auto counters = problem.counters();
    if (shape.histograms > capacity / counters)
        invalid("counts has room for ", capacity, " counters, ", shape.histograms, " histograms of ",
                counters, " are asked for");
    if (shape.histograms != 0) require(counts, "counts");
}

/// Throws Error(invalid_argument) unless so many counters fit the caller's.
inline void check_room(std::uint64_t counters, const void* counts, std::size_t capacity,
                       std::string_view what) {
    if (capacity < counters) invalid(what, " has room for ", capacity, " counters, there are ", counters);
    require(counts, what);
}

inline void write_counts(const std::vector<std::uint64_t>& values, void* counts) noexcept {
    if (!values.empty()) std::memcpy(counts, values.data(), values.size() * sizeof values.front());
}

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

} // namespace histo_cl::c_api
