#include "core/exact.hpp"
#include "core/float_format.hpp"
#include "core/text.hpp"
#include "problem/binnings.hpp"
#include "problem/binnings/common.hpp"
#include "problem/rule/bin_rule.hpp"

#include <cmath>

namespace histo_cl::detail {
namespace {

/// The edges of circular bins for float samples, and the distance from the first to the last edge, which is
/// the period. Edges and period are rounded to the type of the samples, also in joint histograms.
///
/// A sample x is first reduced to the real number z = fmod(x, period) + k · period, for the integer k with z
/// in [edge(0), edge(0) + period). The bin of x is the greatest i < count with edge(i) <= z. (If rounding
/// moves the last edges to edge(0) + period or beyond, their bins are empty.)
class CircularEdges {
  public:
    CircularEdges(const CircularBins& bins, SampleType sample) noexcept
        : edges_(bins.count, bins.lower.to_double(), bins.lower.to_double() + bins.period.to_double(),
                 sample),
          period_(rounded_to(sample, edges_(bins.count) - edges_(0))) {}

    /// Edge i, for i < count.
    [[nodiscard]] double operator()(std::uint32_t i) const noexcept { return edges_(i); }
    [[nodiscard]] double step() const noexcept { return edges_.step(); }
    [[nodiscard]] double period() const noexcept { return period_; }

  private:
    LinspaceEdges edges_;
    double period_;
};

/// Checks that lower and period are whole numbers with |lower| <= 2^63 and 1 <= period <= 2^31 (2^62 for
/// 64-bit samples), so that the sum of two distances fits in a key, which has 32 bits (64 bits for 64-bit
/// samples).
void check_circular_integers(const CircularBins& bins, SampleType sample) {
    const auto whole = [](const Number& n) {
        return n.kind() != Number::Kind::f64 || n.f64() == std::trunc(n.f64());
    };
    if (!whole(bins.lower) || bins.lower < -0x1p63 || bins.lower > 0x1p63)
        invalid("lower bound ", bins.lower,
                ": that of circular bins of integer samples must be a whole number within -2^63 and 2^63");
    const int bits = bytes(sample) == 8 ? 62 : 31;
    if (!whole(bins.period) || bins.period < 1 || bins.period > std::int64_t{1} << bits)
        invalid("period ", bins.period, ": that of ", sample, " samples must be a whole number from 1 to 2^",
                bits);
}

void check_circular_floats(const CircularBins& bins, SampleType sample) {
    const double upper = bins.lower.to_double() + bins.period.to_double();
    check_within("lower bound " + bins.lower.to_string(), bins.lower.to_double(), sample);
    check_within("lower + period " + Number(upper).to_string(), upper, sample);
    const CircularEdges edge(bins, sample);
    if (!(edge.period() > 0))
        invalid("period ", bins.period, ": to an ", sample, " lower and lower + period are the same");
    check_within("period " + bins.period.to_string(), edge.period(), sample);
    check_step(range_text(bins.lower, upper), bins.count, edge.step());
}

} // namespace

std::string text(const CircularBins& bins) {
    return concat(counted(bins.count, "circular bin"), " from ", bins.lower, " with period ", bins.period);
}

void check(const CircularBins& bins, const Problem& problem) {
    check_count(bins.count);
    check_finite("lower bound " + bins.lower.to_string(), bins.lower, "circular");
    if (!(bins.period > 0) || !bins.period.is_finite())
        invalid("period ", bins.period, ": it must be above 0 and finite");
    if (is_float(problem.sample))
        check_circular_floats(bins, problem.sample);
    else
        check_circular_integers(bins, problem.sample);
}

std::vector<double> edges_of(const CircularBins& bins, const Problem& problem) {
    if (!is_float(problem.sample))
        return integer_edges(bins.count, fixed_point(bins.lower), fixed_point(bins.period));
    const CircularEdges edge(bins, problem.sample);
    return float_edges(bins.count,
                       [&](std::uint32_t i) { return i == bins.count ? edge(0) + edge.period() : edge(i); });
}

std::vector<Number> edge_numbers_of(const CircularBins& bins, const Problem& problem) {
    if (is_float(problem.sample)) return numbers(edges_of(bins, problem));
    return integer_edge_numbers(bins.count, fixed_point(bins.lower), fixed_point(bins.period));
}

namespace {

/// The rule for integers: even bins over [0, period) for the values (x − lower) mod period, which are equal
/// to (key + turn) mod period.
BinRule circular_integers(const CircularBins& bins, SampleType sample) {
    constexpr auto unit = Int128{1} << fraction_bits;
    const auto period = fixed_point(bins.period) / unit;
    const auto lower = fixed_point(bins.lower) / unit;
    const auto from_lower = lowest(sample) - lower;
    auto rule = even_integers({bins.count, 0, bins.period}, {0, period - 1, 0}, LastEdge::exclusive);
    rule.period = static_cast<std::uint64_t>(period);
    rule.turn = static_cast<std::uint64_t>(from_lower - floor_div(from_lower, period) * period);
    return rule;
}

/// The edges on the circle, each reduced to [0, period). They never decrease from edge `first` to the last
/// edge, and then from edge 0 to the edge before `first`.
class Circle {
  public:
    Circle(const CircularBins& bins, SampleType sample) {
        const CircularEdges edge(bins, sample);
        period_ = edge.period();
        rests_.reserve(bins.count);
        for (std::uint32_t i = 0; i < bins.count; ++i) {
            // Rounding can move the last edges to the end of the period or beyond. They are placed at edge 0,
            // so that their bins are empty.
            const bool beyond = real_sum(edge(i), -edge(0)) >= Real{period_, 0};
            rests_.push_back(std::fmod(beyond ? edge(0) : edge(i), period_));
            if (i > 0 && in_first_period(i) < in_first_period(i - 1)) first_ = i;
            if (beyond && first_ == 0) first_ = i; // all edges so far are equal on the circle
        }
    }

    [[nodiscard]] double period() const { return period_; }
    [[nodiscard]] std::uint32_t first() const { return first_; }
    [[nodiscard]] Real in_first_period(std::uint32_t edge) const {
        return rests_[edge] < 0 ? real_sum(rests_[edge], period_) : Real{rests_[edge], 0};
    }
    [[nodiscard]] Real in_period_before(std::uint32_t edge) const {
        return rests_[edge] < 0 ? Real{rests_[edge], 0} : real_sum(rests_[edge], -period_);
    }

  private:
    double period_ = 0;
    std::vector<double> rests_;
    std::uint32_t first_ = 0;
};

/// The rule for floats: a search for fmod(x, period). This value is in (−period, period), so the thresholds
/// go twice around the circle. The first threshold starts the bin that holds the lowest values. The
/// thresholds of the edges reduced to [−period, 0) follow, and then those of the edges reduced to [0,
/// period).
BinRule circular_floats(const CircularBins& bins, SampleType sample) {
    BinRule rule;
    const FloatFormat format(sample);
    const Circle circle(bins, sample);
    const auto first_at = [&](std::uint32_t i) {
        if (i == 0) return first_float({-circle.period(), 0}, format);
        const auto edge = static_cast<std::uint32_t>((std::uint64_t{circle.first()} + i - 1) % bins.count);
        return first_float(i <= bins.count ? circle.in_period_before(edge) : circle.in_first_period(edge),
                           format);
    };
    const auto period = first_float({circle.period(), 0}, format);
    set_range(rule, sample_order(sample), first_at(0) + 1, period);
    set_thresholds(rule, 2 * bins.count + 1, first_at);
    // Infinite samples are treated as NaN.
    ++rule.first_number;
    rule.last_number -= 2;
    rule.mode = BinRule::Mode::search;
    const auto sign = Int128{1} << (8 * bytes(sample) - 1);
    rule.period = static_cast<std::uint64_t>(period - sign);
    rule.turn = (circle.first() + bins.count - 1) % bins.count;
    return rule;
}

/// An upper bound of the number of iterations of fold() in kernels/bin/bin_circular_float.cl: the steps for
/// the longest quotient, the check that ends the loop, and one more as a reserve.
std::uint64_t fold_iterations(SampleType sample) noexcept {
    const FloatFormat format(sample);
    // Maximum difference of two exponents.
    const auto longest = static_cast<std::uint64_t>(2 * format.bias - 1);
    const auto step = static_cast<std::uint64_t>(63 - format.stored);
    return divided_up(longest, step) + 2;
}

} // namespace

BinRule rule_of(const CircularBins& bins, const Problem& problem, bool /*doubles*/) {
    return is_float(problem.sample) ? circular_floats(bins, problem.sample)
                                    : circular_integers(bins, problem.sample);
}

std::uint64_t iterations_of(const CircularBins& bins, SampleType sample) noexcept {
    return is_float(sample) ? fold_iterations(sample) + search_iterations(2 * std::uint64_t{bins.count} + 1)
                            : 0;
}

} // namespace histo_cl::detail
