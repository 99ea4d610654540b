#pragma once

#include "histo_cl/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

// The counters of a histogram are [sum][cell] in partials and on the calling thread, and in
// Problem::counter_order for the caller.

namespace histo_cl::detail {

/// Whether the problem's order differs from [sum][cell].
[[nodiscard]] inline bool is_reordered(const Problem& problem) noexcept {
    return problem.counter_order == CounterOrder::by_cell && problem.counters_per_cell() > 1;
}

/// The number in the problem's order of counter n of [histogram][sum][cell].
[[nodiscard]] inline std::uint64_t number_in_order(const Problem& problem, std::uint64_t n) noexcept {
    if (!is_reordered(problem)) return n;
    const auto cells = problem.cells();
    const std::uint64_t counters = problem.counters();
    const auto own = n % counters;
    return n - own + own % cells * problem.counters_per_cell() + own / cells;
}

/// Converts [histogram][sum][cell] to the problem's order.
[[nodiscard]] inline std::vector<std::uint64_t> in_order(const Problem& problem,
                                                         std::vector<std::uint64_t> by_sum) {
    if (!is_reordered(problem)) return by_sum;
    std::vector<std::uint64_t> ordered(by_sum.size());
    for (std::size_t n = 0; n < by_sum.size(); ++n)
        ordered[number_in_order(problem, n)] = by_sum[n];
    return ordered;
}

/// Converts the problem's order to [histogram][sum][cell].
[[nodiscard]] inline std::vector<std::uint64_t> by_sum(const Problem& problem,
                                                       std::vector<std::uint64_t> ordered) {
    if (!is_reordered(problem)) return ordered;
    std::vector<std::uint64_t> counters(ordered.size());
    for (std::size_t n = 0; n < ordered.size(); ++n)
        counters[n] = ordered[number_in_order(problem, n)];
    return counters;
}

} // namespace histo_cl::detail
