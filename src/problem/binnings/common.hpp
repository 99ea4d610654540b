#pragma once

#include "core/exact.hpp"
#include "core/float_format.hpp"
#include "histo_cl/problem.hpp"
#include "problem/rule/thresholds.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// Functions that several binnings use. The checks throw Error(invalid_argument); `given` is the bound as the
// message shows it.

namespace histo_cl::detail {

/// The text "[lower, upper)" with both numbers.
[[nodiscard]] std::string range_text(const Number& lower, const Number& upper);

/// Checks that a count is from 1 to max_bins.
void check_count(std::uint64_t count);
void check_finite(const std::string& given, const Number& bound, const std::string& kind);
/// Checks that the magnitude of a bound is at most the largest finite value of the float type `sample`.
void check_within(const std::string& given, double bound, SampleType sample);
/// Checks that the spacing of linspace's edges is finite and at least the smallest normal double.
void check_step(const std::string& range, std::uint32_t count, double step);

/// The edges lower + i · width/count, each rounded to the nearest double. `lower` and `width` are in units of
/// 2^-20.
[[nodiscard]] std::vector<double> integer_edges(std::uint32_t count, Int128 lower, Int128 width);
/// Returns the edges as Numbers, see Problem::edge_numbers().
[[nodiscard]] std::vector<Number> integer_edge_numbers(std::uint32_t count, Int128 lower, Int128 width);

/// The edges edge(0) to edge(count).
template <class Edge>
[[nodiscard]] std::vector<double> float_edges(std::uint32_t count, const Edge& edge) {
    std::vector<double> edges;
    edges.reserve(std::size_t{count} + 1);
    for (std::uint32_t i = 0; i <= count; ++i)
        edges.push_back(edge(i));
    return edges;
}

/// The type to which the edges of even bins of float samples are rounded. numpy.histogram rounds them to the
/// samples' type; numpy.histogramdd keeps numpy.linspace's doubles.
[[nodiscard]] inline SampleType edge_type(const Problem& problem) noexcept {
    return problem.joint ? SampleType::f64 : problem.sample;
}

/// The edges of even bins for float samples. Each edge is computed in double as in numpy.linspace, and then
/// rounded to a type. Product and sum are rounded separately, because the library is compiled without
/// contraction.
class LinspaceEdges {
  public:
    LinspaceEdges(const EvenBins& bins, SampleType round_to) noexcept
        : LinspaceEdges(bins.count, bins.lower.to_double(), bins.upper.to_double(), round_to) {}

    LinspaceEdges(std::uint32_t count, double lower, double upper, SampleType round_to) noexcept
        : count_(count), format_(round_to), lower_(lower), upper_(upper), step_((upper - lower) / count) {}

    [[nodiscard]] double operator()(std::uint32_t i) const noexcept {
        const double edge = i == count_ ? upper_ : static_cast<double>(i) * step_ + lower_;
        return format_.rounded(edge);
    }

    [[nodiscard]] double step() const noexcept { return step_; }

  private:
    std::uint32_t count_;
    FloatFormat format_;
    double lower_;
    double upper_;
    double step_;
};

/// The rule of even bins for integer samples.
[[nodiscard]] BinRule even_integers(const EvenBins& bins, const SampleOrder& order, LastEdge last_edge);

} // namespace histo_cl::detail
