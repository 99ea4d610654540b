#pragma once

#include "core/float_format.hpp"
#include "histo_cl/problem.hpp"
#include "problem/rule/thresholds.hpp"

#include <cstdint>

namespace histo_cl::detail {

/// The type that the edges of even bins of float samples are rounded to; f64: they stay numpy.linspace's
/// doubles. numpy.histogram rounds them to the samples' type, numpy.histogramdd does not.
[[nodiscard]] inline SampleType edge_type(const Problem& problem) noexcept {
    return problem.joint ? SampleType::f64 : problem.sample;
}

/// The edges of even bins for float samples: numpy.linspace's, each computed in double (product and sum
/// rounded one by one; the library is compiled without contraction), then rounded to a type.
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

/// Even bins of the integers of an order.
[[nodiscard]] BinRule even_integers(const EvenBins& bins, const SampleOrder& order, LastEdge last_edge);

} // namespace histo_cl::detail
