#pragma once

#include <histo_cl/number.hpp>
#include <histo_cl/problem.hpp>
#include <histo_cl/sample.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace count {

/// Exact statistics of the samples in a histogram's bins.
struct Exact {
    std::uint64_t count = 0;
    std::optional<histo_cl::Number> least = {}; ///< empty without samples, as are the members below
    std::optional<histo_cl::Number> greatest = {};
    double sum = 0; ///< of all samples, rounded about once
    /// Each percentile, like numpy.percentile(..., method="inverted_cdf"); empty if the samples around it are
    /// not kept.
    std::vector<std::optional<histo_cl::Number>> percentiles = {};

    /// Empty without samples.
    [[nodiscard]] std::optional<histo_cl::Number> mean() const {
        if (count == 0) return std::nullopt;
        return sum / static_cast<double>(count);
    }
};

/// Finds the Exact of samples that it is given part by part. It sorts those within intervals, and counts the
/// others: intervals that hold the percentiles suffice for them.
class ExactSamples {
  public:
    using Interval = std::pair<histo_cl::Number, histo_cl::Number>; ///< both ends are included

    /// The samples in the bins of an axis of the problem, which has edges. `kept`: disjoint intervals in
    /// order. At most `max_kept` samples are kept.
    ExactSamples(const histo_cl::Problem& problem, std::size_t axis, std::vector<Interval> kept,
                 std::size_t max_kept);

    void add(std::span<const std::byte> samples);

    [[nodiscard]] Exact found(std::span<const double> percents);

  private:
    template <class Value>
    void add_value(Value value);
    [[nodiscard]] bool is_in_bins(const histo_cl::Number& value) const;

    histo_cl::SampleType type_;
    Interval bins_;
    bool is_clamped_, is_closed_;
    std::vector<Interval> intervals_;
    std::size_t max_kept_;
    std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<std::uint64_t>> kept_;
    std::vector<std::uint64_t> between_; ///< number of samples before each interval, and after the last
    bool is_complete_ = true;
    Exact found_;
    double rest_ = 0; ///< what rounding has lost of the sum
};

/// Whether the samples of an axis can be told from its edges: not those of custom and circular bins, and not
/// of weights.
[[nodiscard]] bool has_exact(const histo_cl::Problem& problem, std::size_t axis);

} // namespace count
