#pragma once

#include "problem/binnings/even.hpp"

namespace histo_cl::detail {

/// The edges of circular bins for float samples, rounded to their type in joint histograms too, and the
/// period in use.
///
/// A sample x is the real number z = fmod(x, period) + k · period that lies in [edge(0), edge(0) + period),
/// for a whole k, and is in bin i, the greatest i < count with edge(i) <= z. (Where rounding has put the last
/// edges beyond edge(0) + period, their bins stay empty.)
class CircularEdges {
  public:
    CircularEdges(const CircularBins& bins, SampleType sample) noexcept
        : edges_(bins.count, bins.lower.to_double(), bins.lower.to_double() + bins.period.to_double(),
                 sample),
          period_(rounded_to(sample, edges_(bins.count) - edges_(0))) {}

    /// For i < count.
    [[nodiscard]] double operator()(std::uint32_t i) const noexcept { return edges_(i); }
    [[nodiscard]] double step() const noexcept { return edges_.step(); }
    [[nodiscard]] double period() const noexcept { return period_; }

  private:
    LinspaceEdges edges_;
    double period_;
};

} // namespace histo_cl::detail
