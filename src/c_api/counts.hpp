#pragma once

#include "c_api/guard.hpp"
#include "problem/checked_shape.hpp"

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

// Counts of 64 bits in the caller's memory.

namespace histo_cl::inline HISTO_CL_ABI::c_api {

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

} // namespace histo_cl::inline HISTO_CL_ABI::c_api
