#pragma once

#include <histo_cl/number.hpp>
#include <histo_cl/problem.hpp>
#include <histo_cl/sample.hpp>
#include <histo_cl/statistics/moments.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace count {

/// The mean of samples, and the sums of the squares, cubes and fourth powers of their distances from it.
struct CentralMoments {
    double count = 0, mean = 0, squares = 0, cubes = 0, fourths = 0;

    /// Adds other samples, by the formulas of Philippe Pebay, "Formulas for robust, one-pass parallel
    /// computation of covariances and arbitrary-order statistical moments", 2008.
    void add(const CentralMoments& other);
    /// Returns the moments that statistics/moments.hpp defines; NaN if there are no samples.
    [[nodiscard]] histo_cl::Moments moments() const;
};

/// Exact statistics of the samples in a histogram's bins.
struct Exact {
    std::uint64_t count = 0;
    std::uint64_t outside = 0; ///< number of samples below or above the bins
    std::uint64_t nans = 0;
    std::optional<histo_cl::Number> minimum = {}; ///< empty if there are no samples
    std::optional<histo_cl::Number> maximum = {};
    /// The sum of all samples. Of integers, it is exact if it has 64 bits, otherwise the nearest double. Of
    /// floats, it is a compensated sum.
    histo_cl::Number sum = 0.0;
    /// The mean of all samples: a double, or an integer that no double is equal to; empty if there are none.
    std::optional<histo_cl::Number> mean = {};
    CentralMoments central{}; ///< central moments of all samples
    /// Each percentile, like numpy.percentile(..., method="inverted_cdf"); empty if the samples around the
    /// percentile are not kept.
    std::vector<std::optional<histo_cl::Number>> percentiles = {};
};

__extension__ using Int128 = __int128;

/// Computes the Exact of samples that are added part by part. Keeps and sorts the samples within given
/// intervals, and only counts the others. If the intervals contain the percentiles, these can be computed.
class ExactSamples {
  public:
    using Interval = std::pair<histo_cl::Number, histo_cl::Number>; ///< both ends are included

    /// Only samples in the bins of this axis of the problem are used. The axis must have edges. `kept`:
    /// disjoint intervals in increasing order. At most `max_kept` samples are kept.
    ExactSamples(const histo_cl::Problem& problem, std::size_t axis, std::vector<Interval> kept,
                 std::size_t max_kept);

    void add(std::span<const std::byte> samples);

    [[nodiscard]] Exact found(std::span<const double> percents);

  private:
    /// A group of samples with neighbouring values. The slots are, in order: samples below the bins; samples
    /// before the first interval; samples in it; samples before the second interval, and so on; samples above
    /// the bins. All samples between the minimum and maximum of a slot belong to the slot.
    template <class Value>
    struct Slot {
        Value minimum{}, maximum{};
        std::uint64_t count = 0;
    };
    template <class Value>
    struct State {
        std::vector<Slot<Value>> slots;
        std::vector<Value> kept; ///< the samples in the intervals
    };

    template <class Value>
    void add_value(State<Value>& state, Value value);
    [[nodiscard]] std::size_t slot_of(const histo_cl::Number& value) const;

    histo_cl::SampleType type_;
    Interval bins_;
    bool is_clamped_, is_closed_;
    std::vector<Interval> intervals_;
    std::size_t max_kept_;
    std::variant<State<double>, State<std::int64_t>, State<std::uint64_t>> state_;
    std::uint64_t nans_ = 0;
    bool is_complete_ = true;
    Int128 integer_sum_ = 0;    ///< the sum of integers, which cannot overflow
    double sum_ = 0, rest_ = 0; ///< Neumaier's compensated sum of floats, and its rounding error so far
    std::vector<double> piece_; ///< the samples of a call of add() that are in bins
    CentralMoments central_;
};

} // namespace count
