#pragma once

#include "core/exact.hpp"
#include "histo_cl/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// What several binnings share. The checks throw Error(invalid_argument); `given` names the bound in its
// message.

namespace histo_cl::detail {

/// "[lower, upper)".
[[nodiscard]] std::string range_text(const Number& lower, const Number& upper);

/// 1 to max_bins.
void check_count(std::uint64_t count);
void check_finite(const std::string& given, const Number& bound, const std::string& kind);
/// A float bound that its type can hold.
void check_within(const std::string& given, double bound, SampleType sample);
/// The spacing of linspace's edges: finite, and not so small that they are rounded too coarsely to rise.
void check_step(const std::string& range, std::uint32_t count, double step);

/// Edge i is lower + i · width/count, both in units of 2^-20, rounded to the nearest double.
[[nodiscard]] std::vector<double> integer_edges(std::uint32_t count, Int128 lower, Int128 width);
/// The same edges as Problem::edge_numbers() has them.
[[nodiscard]] std::vector<Number> integer_edge_numbers(std::uint32_t count, Int128 lower, Int128 width);

/// Edge i is edge(i).
template <class Edge>
[[nodiscard]] std::vector<double> float_edges(std::uint32_t count, const Edge& edge) {
    std::vector<double> edges;
    edges.reserve(std::size_t{count} + 1);
    for (std::uint32_t i = 0; i <= count; ++i)
        edges.push_back(edge(i));
    return edges;
}

} // namespace histo_cl::detail
