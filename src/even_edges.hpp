#pragma once

#include "histo_cl/binning.hpp"
#include "histo_cl/sample.hpp"

#include <cstdint>

namespace histo_cl::detail {

/// The edges of even bins for float samples: numpy.linspace's, each computed in double (product and sum
/// rounded one by one; the library is compiled without contraction), then rounded to the sample's type.
class LinspaceEdges {
  public:
    LinspaceEdges(const EvenBins& bins, SampleType sample) noexcept
        : count_(bins.count), single_(sample == SampleType::f32), lower_(bins.lower.to_double()),
          upper_(bins.upper.to_double()), step_((upper_ - lower_) / bins.count) {}

    [[nodiscard]] double operator()(std::uint32_t i) const noexcept {
        const double edge = i == count_ ? upper_ : static_cast<double>(i) * step_ + lower_;
        return single_ ? static_cast<double>(static_cast<float>(edge)) : edge;
    }

    [[nodiscard]] double step() const noexcept { return step_; }

  private:
    std::uint32_t count_;
    bool single_;
    double lower_;
    double upper_;
    double step_;
};

} // namespace histo_cl::detail
