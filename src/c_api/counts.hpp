#pragma once

#include "c_api/enums.hpp"
#include "c_api/guard.hpp"
#include "histo_cl/binning.hpp"
#include "histo_cl/partial.hpp"
#include "histo_cl/statistics/distribution.hpp"
#include "histo_cl/statistics/joint.hpp"
#include "plan/partial_sums.hpp"
#include "problem/checked.hpp"
#include "problem/weights.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Helpers of the C functions that read or write counts in the caller's memory.

namespace histo_cl::c_api {

/// Throws Error(invalid_argument), before any counting, unless the caller's array has room for all counts of
/// the shape.
inline void check_room(const Problem& problem, const detail::CheckedShape& shape, const void* counts,
                       std::size_t capacity) {
    const auto counters = problem.counters();
    if (shape.histograms > capacity / counters)
        invalid("counts has room for ", detail::counted(capacity, "counter"), ", and ",
                detail::counted(shape.histograms, "histogram"), " of ", counters, " must fit");
    if (shape.histograms != 0) require(counts, "counts");
}

/// Throws Error(invalid_argument) unless the caller's array has room for `counters` counters.
inline void check_room(std::uint64_t counters, const void* counts, std::size_t capacity,
                       std::string_view what) {
    if (capacity < counters)
        invalid(what, " has room for ", detail::counted(capacity, "counter"), ", but has to hold ", counters);
    require(counts, what);
}

/// Writes the bits of results to the caller's array: 32 bits for each result of type f32, otherwise 64 bits.
inline void write_counts(const Problem& problem, const std::vector<std::uint64_t>& values,
                         void* counts) noexcept {
    if (detail::wide_counter(problem) != CounterType::f32) {
        if (!values.empty()) std::memcpy(counts, values.data(), values.size() * sizeof values.front());
        return;
    }
    auto* to = static_cast<std::byte*>(counts);
    for (const auto bits : values) {
        const auto narrow = static_cast<std::uint32_t>(bits);
        std::memcpy(to, &narrow, sizeof narrow);
        to += sizeof narrow;
    }
}

/// Writes a partial's counts or sums to the caller's array, which has their type.
inline void write_sums(const Partial& partial, void* counts) {
    const auto& problem = partial.problem();
    const auto sums = detail::sums_of_words(problem, partial.words());
    write_counts(problem, detail::saturated(problem.counter, sums), counts);
}

/// Calls the function with a null pointer of type const T*, where T is the C++ type of the counts.
template <class Function>
void with_counter_type(histo_cl_counter_type type, std::string_view what, const Function& function) {
    switch (from_c<CounterType>(type, what)) {
    case CounterType::u32: return function(static_cast<const std::uint32_t*>(nullptr));
    case CounterType::u64: return function(static_cast<const std::uint64_t*>(nullptr));
    case CounterType::i64: return function(static_cast<const std::int64_t*>(nullptr));
    case CounterType::f64: return function(static_cast<const double*>(nullptr));
    case CounterType::f32: invalid(what, " is f32: allowed are u32, u64, i64 and f64");
    case CounterType::u8:
    case CounterType::u16:
        invalid(what, " is ", name(from_c<CounterType>(type, what)),
                ": counters that saturate have no statistics, allowed are u32, u64, i64 and f64");
    }
}

/// The caller's counts. Throws Error(invalid_argument) if there are more bins than a histogram can have.
template <class T>
[[nodiscard]] std::span<const T> counts_of(const void* counts, std::size_t bins,
                                           std::string_view what = "counts") {
    return array(static_cast<const T*>(counts), bins, what, max_bins);
}

/// Calls the function with the caller's counts as a span of their type. Returns the status, like guarded().
template <class Function>
[[nodiscard]] histo_cl_status with_counts(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                          const Function& function) noexcept {
    return guarded([&] {
        with_counter_type(type, "type", [&]<class T>(const T*) { function(counts_of<T>(counts, bins)); });
    });
}

/// The caller's edges. There is one more edge than bins.
[[nodiscard]] inline std::span<const double> edges_of(const double* edges, std::size_t bins) {
    return array(edges, bins + 1, "edges");
}

/// A copy of the caller's array, which has one number for each axis.
[[nodiscard]] inline std::vector<std::size_t> axes_of(const std::size_t* numbers, std::size_t axis_count,
                                                      std::string_view what) {
    const auto given = array(numbers, axis_count, what, HISTO_CL_MAX_ARRAYS);
    return {given.begin(), given.end()};
}

/// Copies values to the caller's array, which must have room for them.
template <class Values, class Out>
void give(const Values& values, Out* out, std::string_view what) {
    std::ranges::copy(values, array(out, values.size(), what).begin());
}

/// Writes the means and errors to the caller's arrays, which must have room for them.
inline void give_profile(const std::vector<ProfileBin>& profile, double* means, double* errors) {
    const auto mean_room = array(means, profile.size(), "means");
    const auto error_room = array(errors, profile.size(), "errors");
    std::ranges::transform(profile, mean_room.begin(), &ProfileBin::mean);
    std::ranges::transform(profile, error_room.begin(), &ProfileBin::error);
}

/// The bins as C structs.
[[nodiscard]] inline std::vector<histo_cl_weighted_bin> to_c(const std::vector<WeightedBin>& bins) {
    std::vector<histo_cl_weighted_bin> all;
    for (const auto& bin : bins)
        all.push_back({bin.mean, bin.variance, bin.error, bin.count});
    return all;
}

/// Throws Error(invalid_argument) for an exponent that weighted_profile() does not support.
inline void check_exponent(std::int32_t exponent) {
    if (exponent < -1100 || exponent > 1100) invalid("exponent is ", exponent, "; allowed are -1100 to 1100");
}

[[nodiscard]] inline std::size_t bin_or_none(std::optional<std::size_t> bin) noexcept {
    return bin.value_or(HISTO_CL_NO_BIN);
}

/// Writes the bin that find(counts) returns, or HISTO_CL_NO_BIN if it returns none. Returns the status, like
/// guarded().
template <class Find>
[[nodiscard]] histo_cl_status give_bin(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                       std::size_t* bin, const Find& find) noexcept {
    return with_counts(type, counts, bins, [&](auto span) { deref(bin, "bin") = bin_or_none(find(span)); });
}

} // namespace histo_cl::c_api
