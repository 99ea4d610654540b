#include "core/exact.hpp"
#include "core/text.hpp"
#include "problem/binnings.hpp"
#include "problem/binnings/common.hpp"
#include "problem/rule/bin_rule.hpp"

#include <cmath>

namespace histo_cl::detail {
namespace {

void check_even_bound(const char* which, const Number& bound, SampleType sample) {
    const auto given = concat(which, " bound ", bound);
    check_finite(given, bound, "even");
    if (bound.kind() != Number::Kind::f64) {
        if (is_float(sample)) check_within(given, bound.to_double(), sample);
        return;
    }
    if (is_float(sample)) return check_within(given, bound.f64(), sample);
    if (std::fabs(bound.f64()) > largest_integer_bound)
        invalid(given, ": the bounds of integer samples must lie within -2^64 and 2^64");
    const double scaled = std::ldexp(bound.f64(), fraction_bits);
    if (scaled != std::trunc(scaled))
        invalid(given,
                ": the bounds of integer samples must be multiples of 2^-20 (a whole number, or e.g. 0.5)");
}

} // namespace

std::string text(const EvenBins& bins) {
    return counted(bins.count, "even bin") + " over " + range_text(bins.lower, bins.upper);
}

void check(const EvenBins& bins, const Problem& problem) {
    check_count(bins.count);
    const auto sample = problem.sample;
    check_even_bound("lower", bins.lower, sample);
    check_even_bound("upper", bins.upper, sample);
    const auto range = range_text(bins.lower, bins.upper);
    if (!(bins.lower < bins.upper)) invalid("the range ", range, " is empty: lower must be less than upper");
    if (!is_float(sample)) return;
    const LinspaceEdges edge(bins, edge_type(problem));
    if (std::isfinite(edge.step()) && !(edge(0) < edge(bins.count)))
        invalid("the range ", range, " is empty: its bounds are the same ", edge_type(problem));
    check_step(range, bins.count, edge.step());
}

std::vector<double> edges_of(const EvenBins& bins, const Problem& problem) {
    if (is_float(problem.sample)) return float_edges(bins.count, LinspaceEdges(bins, edge_type(problem)));
    const auto lower = fixed_point(bins.lower);
    return integer_edges(bins.count, lower, fixed_point(bins.upper) - lower);
}

std::vector<Number> edge_numbers_of(const EvenBins& bins, const Problem& problem) {
    if (is_float(problem.sample)) return numbers(edges_of(bins, problem));
    const auto lower = fixed_point(bins.lower);
    return integer_edge_numbers(bins.count, lower, fixed_point(bins.upper) - lower);
}

std::optional<Ends> ends_of(const EvenBins& bins) {
    return Ends{bins.lower, bins.upper};
}

namespace {

/// The edges of even bins of integer samples as fractions with a common denominator: edge i is (lower · count
/// + i · width) / (count · 2^20).
struct Fraction {
    explicit Fraction(const EvenBins& bins) noexcept
        : count(bins.count), lower(fixed_point(bins.lower)), width(fixed_point(bins.upper) - lower) {}

    [[nodiscard]] Int128 first_sample_at(std::uint32_t edge) const noexcept {
        return ceil_div(lower * count + width * edge, count << fraction_bits);
    }
    [[nodiscard]] Int128 end_of_range(LastEdge last_edge) const noexcept {
        if (last_edge == LastEdge::exclusive) return first_sample_at(static_cast<std::uint32_t>(count));
        return floor_div(lower + width, Int128{1} << fraction_bits) + 1;
    }

    Int128 count;
    Int128 lower;
    Int128 width;
};

/// Iterates over the first samples at or above edges 0, 1, …, without a division per edge.
class FirstSamples {
  public:
    explicit FirstSamples(const Fraction& even) noexcept
        : unit_(static_cast<std::int64_t>(even.count << fraction_bits)), whole_(even.first_sample_at(0)),
          missing_(static_cast<std::int64_t>(whole_ * unit_ - even.lower * even.count)),
          step_(even.width / unit_), rest_(static_cast<std::int64_t>(even.width % unit_)) {}

    /// The first sample at or above the next edge.
    [[nodiscard]] Int128 operator()() noexcept {
        const auto first = whole_;
        whole_ += step_;
        missing_ -= rest_;
        const std::int64_t up = missing_ < 0 ? 1 : 0;
        whole_ += up;
        missing_ += up * unit_;
        return first;
    }

  private:
    std::int64_t unit_; ///< at most 2^44
    Int128 whole_;
    std::int64_t missing_; ///< how far the edge lies below whole_, in units of 1 / unit_
    Int128 step_;
    std::int64_t rest_;
};

/// Sets the thresholds of all bins that a sample can reach.
void set_thresholds(BinRule& rule, const SampleOrder& order, const Fraction& even) {
    const auto first = static_cast<Int128>(rule.first_key) + order.key_zero;
    const auto bins = static_cast<std::uint32_t>(even.count);
    make_thresholds(rule, first_beyond(bins, [&](std::uint32_t edge) {
                        return even.first_sample_at(edge) - first > Int128{rule.last_offset};
                    }));
    FirstSamples first_samples(even);
    for (auto& threshold : rule.thresholds)
        threshold = static_cast<std::uint64_t>(std::max(first_samples(), first) - first);
}

/// Sets mode shift if each bin holds exactly 2^n integers, the first bin starts at the first sample in range,
/// and samples can reach more than one bin. Returns whether the mode is set.
bool set_shift(BinRule& rule, const SampleOrder& order, const Fraction& even, LastEdge last_edge) {
    const auto first = static_cast<Int128>(rule.first_key) + order.key_zero;
    const auto unit = even.count << fraction_bits;
    if ((first << fraction_bits) != even.lower || even.width % unit != 0) return false;
    const auto samples = static_cast<UInt128>(even.width / unit);
    if ((samples & (samples - 1)) != 0) return false;
    std::uint32_t shift = 0;
    while ((UInt128{1} << shift) < samples)
        ++shift;
    const auto last = UInt128{rule.last_offset} >> shift;
    // If samples reach only one bin, a shift could be as wide as a key, so a search is used.
    if (last == 0) return false;
    rule.mode = BinRule::Mode::shift;
    rule.shift = shift;
    rule.capped = last_edge == LastEdge::inclusive;
    rule.last_bin = static_cast<std::uint32_t>(std::min(last, static_cast<UInt128>(even.count - 1)));
    return true;
}

BinRule even_floats(const EvenBins& bins, const Problem& problem, bool doubles) {
    BinRule rule;
    const auto order = sample_order(problem.sample);
    const LinspaceEdges edge(bins, edge_type(problem));
    const auto first = first_float({edge(0), 0}, FloatFormat(problem.sample));
    if (!set_range(rule, order, first, end_of_range(Number(edge(bins.count)), problem))) return rule;
    if (edge(0) == 0 && set_whole_bins(rule, problem.sample, edge(bins.count), bins.count, doubles))
        return rule;
    with_sample_type(problem.sample, [&]<class T>(std::type_identity<T> /*sample*/) {
        set_thresholds(rule, bins.count, [edge](std::uint32_t i) {
            return first_float({edge(i), 0}, float_format<T>);
        });
    });
    rule.mode = BinRule::Mode::search;
    set_scale(rule, problem.sample, edge(0), edge(bins.count), bins.count, doubles);
    return rule;
}

} // namespace

BinRule even_integers(const EvenBins& bins, const SampleOrder& order, LastEdge last_edge) {
    BinRule rule;
    const Fraction even(bins);
    if (!set_range(rule, order, even.first_sample_at(0), even.end_of_range(last_edge))) return rule;
    if (set_shift(rule, order, even, last_edge)) return rule;
    set_thresholds(rule, order, even);
    if (rule.last_bin == 0) {
        rule.mode = BinRule::Mode::search; // there is a single threshold
        return rule;
    }
    const auto first = static_cast<Int128>(rule.first_key) + order.key_zero;
    const auto start = ((first << fraction_bits) - even.lower) * even.count;
    set_multiply(rule, {static_cast<UInt128>(even.count) << fraction_bits, static_cast<UInt128>(even.width)},
                 static_cast<UInt128>(start), last_edge);
    return rule;
}

BinRule rule_of(const EvenBins& bins, const Problem& problem, bool doubles) {
    if (is_float(problem.sample)) return even_floats(bins, problem, doubles);
    return even_integers(bins, sample_order(problem.sample), problem.last_edge);
}

std::uint64_t iterations_of(const EvenBins& bins, SampleType sample) noexcept {
    return is_float(sample) ? search_iterations(bins.count) : 0;
}

} // namespace histo_cl::detail
