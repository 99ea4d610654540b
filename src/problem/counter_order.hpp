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

/// Counter n is numbered by [histogram][sum][cell]. Returns its number in the problem's order.
[[nodiscard]] inline std::uint64_t number_in_order(const Problem& problem, std::uint64_t n) noexcept {
    if (!is_reordered(problem)) return n;
    const auto cells = problem.cells();
    const std::uint64_t counters = problem.counters();
    const auto own = n % counters;
    return n - own + own % cells * problem.counters_per_cell() + own / cells;
}

/// Calls move(n, number) for each counter: its number in [histogram][sum][cell], and that in the
/// problem's order.
template <class Move>
void for_each_counter(const Problem& problem, std::size_t counters, const Move& move) {
    const auto cells = problem.cells();
    const std::uint64_t sums = problem.counters_per_cell();
    for (std::uint64_t first = 0; first < counters; first += sums * cells)
        for (std::uint64_t sum = 0; sum < sums; ++sum)
            for (std::uint64_t cell = 0; cell < cells; ++cell)
                move(first + sum * cells + cell, first + cell * sums + sum);
}

/// Converts [histogram][sum][cell] to the problem's order.
[[nodiscard]] inline std::vector<std::uint64_t> in_order(const Problem& problem,
                                                         std::vector<std::uint64_t> by_sum) {
    if (!is_reordered(problem)) return by_sum;
    std::vector<std::uint64_t> ordered(by_sum.size());
    for_each_counter(problem, by_sum.size(),
                     [&](std::uint64_t n, std::uint64_t number) { ordered[number] = by_sum[n]; });
    return ordered;
}

/// Converts the problem's order to [histogram][sum][cell].
[[nodiscard]] inline std::vector<std::uint64_t> by_sum(const Problem& problem,
                                                       std::vector<std::uint64_t> ordered) {
    if (!is_reordered(problem)) return ordered;
    std::vector<std::uint64_t> counters(ordered.size());
    for_each_counter(problem, ordered.size(),
                     [&](std::uint64_t n, std::uint64_t number) { counters[n] = ordered[number]; });
    return counters;
}

} // namespace histo_cl::detail
