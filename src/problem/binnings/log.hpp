#pragma once

#include "core/wide_float.hpp"
#include "histo_cl/binning.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace histo_cl::detail {

/// The edges of logarithmic bins, `bins.count + 1` of them: the bounds as doubles, and between them the
/// doubles nearest to lower · (upper/lower)^(i/count). Each is a power of one factor, whose error with 2^24
/// bins grows to less than 2^-85: an edge is off by at most 0.5 + 2^-32 units of its last place.
class LogEdges {
  public:
    explicit LogEdges(const LogBins& bins)
        : count_(bins.count), lower_(bins.lower.to_double()), upper_(bins.upper.to_double()),
          factor_(exp2_of((log2_of(wide_float(upper_)) - log2_of(wide_float(lower_))) / bins.count)) {
        powers_.reserve(run);
        WideFloat power = wide_float(1);
        for (std::uint32_t i = 0; i < run; ++i, power = power * factor_)
            powers_.push_back(power);
        firsts_.reserve(count_ / run + 1);
        WideFloat first = wide_float(lower_);
        for (std::uint32_t i = 0; i <= count_ / run; ++i, first = first * power)
            firsts_.push_back(first);
    }

    [[nodiscard]] double operator()(std::uint32_t i) const noexcept {
        if (i == 0) return lower_;
        return i == count_ ? upper_ : nearest_product(firsts_[i / run], powers_[i % run]);
    }

    /// That each edge is a greater double than the one before: sure where they lie four units of the last
    /// place apart, and are not denormal.
    [[nodiscard]] bool surely_rise() const noexcept {
        constexpr auto one = UInt128{1} << 127U;
        const bool apart = factor_.exponent > 0 || factor_.digits - one >= one >> 50U;
        return apart && lower_ >= 0x1p-1022;
    }

  private:
    static constexpr std::uint32_t run = 1024;

    std::uint32_t count_;
    double lower_;
    double upper_;
    WideFloat factor_;
    std::vector<WideFloat> powers_; ///< of the factor, from 0 on
    std::vector<WideFloat> firsts_; ///< of each run of edges
};

/// All of them.
inline std::vector<double> log_edges(const LogBins& bins) {
    const LogEdges edge(bins);
    std::vector<double> edges(std::size_t{bins.count} + 1);
    for (std::uint32_t i = 0; i <= bins.count; ++i)
        edges[i] = edge(i);
    return edges;
}

} // namespace histo_cl::detail
