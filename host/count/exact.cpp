#include "count/exact.hpp"

#include "count/counting.hpp"
#include "count/input.hpp"

#include <histo_cl/statistics/percentiles.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace count {

using histo_cl::Number;

namespace {

/// The first and the last edge.
ExactSamples::Interval ends_of(const histo_cl::Problem& problem, std::size_t axis) {
    const auto& binning = problem.axes[axis];
    if (const auto* even = std::get_if<histo_cl::EvenBins>(&binning)) return {even->lower, even->upper};
    if (const auto* log = std::get_if<histo_cl::LogBins>(&binning)) return {log->lower, log->upper};
    const auto edges = problem.edge_numbers(axis);
    return {edges.front(), edges.back()};
}

} // namespace

bool has_exact(const histo_cl::Problem& problem, std::size_t axis) {
    const auto& binning = problem.axes[axis];
    return !problem.weights.type && !problem.joint && problem.batch == histo_cl::Batch::one &&
           !std::holds_alternative<histo_cl::CustomBins>(binning) &&
           !std::holds_alternative<histo_cl::CircularBins>(binning);
}

ExactSamples::ExactSamples(const histo_cl::Problem& problem, std::size_t axis, std::vector<Interval> kept,
                           std::size_t max_kept)
    : type_(problem.sample), bins_(ends_of(problem, axis)),
      is_clamped_(problem.out_of_range == histo_cl::OutOfRange::clamped),
      is_closed_(problem.last_edge == histo_cl::LastEdge::inclusive), intervals_(std::move(kept)),
      max_kept_(max_kept), between_(intervals_.size() + 1) {
    if (!histo_cl::is_float(type_) && histo_cl::is_signed(type_)) kept_.emplace<1>();
    if (!histo_cl::is_float(type_) && !histo_cl::is_signed(type_)) kept_.emplace<2>();
}

bool ExactSamples::is_in_bins(const Number& value) const {
    if (value.is_nan()) return false;
    return is_clamped_ ||
           (value >= bins_.first && (is_closed_ ? value <= bins_.second : value < bins_.second));
}

template <class Value>
void ExactSamples::add_value(Value value) {
    const Number number(value);
    if (!is_in_bins(number)) return;
    ++found_.count;
    if (!found_.least || number < *found_.least) found_.least = number;
    if (!found_.greatest || number > *found_.greatest) found_.greatest = number;
    const auto summand = static_cast<double>(value); // Neumaier's sum
    const double sum = found_.sum + summand;
    rest_ += std::abs(found_.sum) >= std::abs(summand) ? (found_.sum - sum) + summand
                                                       : (summand - sum) + found_.sum;
    found_.sum = sum;
    const auto interval =
        std::ranges::find_if(intervals_, [&](const auto& one) { return number <= one.second; });
    const auto index = static_cast<std::size_t>(interval - intervals_.begin());
    auto& kept = std::get<std::vector<Value>>(kept_);
    if (interval == intervals_.end() || number < interval->first)
        ++between_[index];
    else if (kept.size() < max_kept_)
        kept.push_back(value);
    else
        is_complete_ = false;
}

void ExactSamples::add(std::span<const std::byte> samples) {
    for_each_sample(type_, samples, [&](auto value) { add_value(value); });
}

Exact ExactSamples::found(std::span<const double> percents) {
    auto result = found_;
    result.sum += std::isfinite(rest_) ? rest_ : 0;
    result.percentiles.resize(percents.size());
    if (!is_complete_ || result.count == 0) return result;
    std::visit(
        [&](auto& kept) {
            // The library finds percentiles in a histogram with a bin for each value, and for all values
            // between two intervals.
            std::ranges::sort(kept);
            std::vector<std::uint64_t> counts;
            std::vector<std::optional<Number>> values;
            auto next = kept.begin();
            const auto add_values = [&](auto end) {
                while (next != end) {
                    const auto after = std::upper_bound(next, end, *next);
                    counts.push_back(static_cast<std::uint64_t>(after - next));
                    values.emplace_back(Number(*next));
                    next = after;
                }
            };
            for (std::size_t i = 0; i < between_.size(); ++i) {
                counts.push_back(between_[i]);
                values.emplace_back(std::nullopt);
                if (i < intervals_.size())
                    add_values(std::find_if(
                        next, kept.end(), [&](auto value) { return Number(value) > intervals_[i].second; }));
            }
            const auto bins = histo_cl::percentile_bins(counts, percents);
            std::ranges::transform(bins, result.percentiles.begin(),
                                   [&](auto bin) { return values[bin.value()]; });
        },
        kept_);
    return result;
}

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool have_exact(const histo_cl::Problem& problem) {
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        if (!has_exact(problem, axis)) return false;
    return true;
}

/// The bins that hold the percentiles, in order.
std::vector<ExactSamples::Interval> intervals_of(const histo_cl::Problem& problem, const Histogram& histogram,
                                                 std::span<const double> percents) {
    const auto edges = problem.edge_numbers(histogram.axes.front());
    auto bins = histo_cl::percentile_bins(histogram.bits, percents);
    std::ranges::sort(bins);
    std::vector<ExactSamples::Interval> intervals;
    for (const auto& bin : bins) {
        if (!bin) continue;
        const ExactSamples::Interval one{edges[*bin], edges[*bin + 1]};
        if (!intervals.empty() && one.first <= intervals.back().second)
            intervals.back().second = one.second;
        else
            intervals.push_back(one);
    }
    return intervals;
}

} // namespace

std::vector<Exact> exact_of(const Command& command, const histo_cl::Problem& problem,
                            const Selection& selection, const InMemory& memory) {
    const auto percents = percents_of(command);
    std::vector<Exact> all;
    if (percents.empty() || !have_exact(problem)) return all;
    for (std::size_t axis = 0; axis < selection.active.size(); ++axis) {
        ExactSamples samples(problem, axis, {{-infinity, infinity}}, std::numeric_limits<std::size_t>::max());
        samples.add(counted_samples(memory, selection, command.selection, problem.sample, axis));
        all.push_back(samples.found(percents));
    }
    return all;
}

std::vector<Exact> exact_of(const Command& command, const histo_cl::Problem& problem,
                            const Selection& selection, std::span<const Histogram> counted,
                            files::SampleReader& reader) {
    const auto percents = percents_of(command);
    std::vector<Exact> all;
    if (percents.empty() || !command.letters.empty() || !have_exact(problem)) return all;
    std::vector<ExactSamples> axes;
    for (std::size_t axis = 0; axis < counted.size(); ++axis)
        axes.emplace_back(problem, axis, intervals_of(problem, counted[axis], percents),
                          static_cast<std::size_t>(max_kept() / sizeof(double) / counted.size()));
    const auto ranges = files::range_reader();
    Bytes piece(std::max(std::size_t{1} << 20U, reader.element_bytes()));
    while (const auto bytes = reader.read(piece, *ranges)) {
        const auto elements = std::span<const std::byte>(piece).first(bytes);
        for (std::size_t axis = 0; axis < axes.size(); ++axis)
            if (selection.channels == 1)
                axes[axis].add(elements);
            else
                axes[axis].add(channel_of(elements, histo_cl::bytes(problem.sample), selection.channels,
                                          selection.active[axis]));
    }
    for (auto& axis : axes)
        all.push_back(axis.found(percents));
    return all;
}

} // namespace count
