#include "count/exact.hpp"

#include "count/counting.hpp"
#include "count/input.hpp"
#include "count/selection.hpp"

#include <histo_cl/statistics/percentiles.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <type_traits>

namespace count {

using histo_cl::Number;

namespace {

/// The first and the last edge of an axis. They are bounds rounded to the samples' type.
ExactSamples::Interval ends_of(const histo_cl::Problem& problem, std::size_t axis) {
    const auto edges = problem.edge_numbers(axis);
    return {edges.front(), edges.back()};
}

} // namespace

void CentralMoments::add(const CentralMoments& other) {
    if (other.count == 0) return;
    const double n = count + other.count;
    const double a = count / n;
    const double b = other.count / n; // a and b are shares, whose products cannot overflow
    const double step = other.mean - mean;
    fourths += other.fourths + step * (4 * (a * other.cubes - b * cubes) +
                                       step * (6 * (a * a * other.squares + b * b * squares) +
                                               step * step * (a * other.count * (a * a - a * b + b * b))));
    cubes += other.cubes +
             step * (3 * (a * other.squares - b * squares) + step * step * (a * other.count * (a - b)));
    squares += other.squares + step * step * (a * other.count);
    mean += b * step;
    count = n;
}

histo_cl::Moments CentralMoments::moments() const {
    const double variance = squares / count;
    return {.mean = count > 0 ? mean : std::numeric_limits<double>::quiet_NaN(),
            .variance = variance,
            .skewness = cubes / count / (variance * std::sqrt(variance)),
            .kurtosis = fourths / count / (variance * variance) - 3};
}

ExactSamples::ExactSamples(const histo_cl::Problem& problem, std::size_t axis, std::vector<Interval> kept,
                           std::size_t max_kept)
    : type_(problem.sample), bins_(ends_of(problem, axis)),
      is_clamped_(problem.out_of_range == histo_cl::OutOfRange::clamped),
      is_closed_(problem.last_edge == histo_cl::LastEdge::inclusive), intervals_(std::move(kept)),
      max_kept_(max_kept) {
    if (!histo_cl::is_float(type_) && histo_cl::is_signed(type_)) state_.emplace<1>();
    if (!histo_cl::is_float(type_) && !histo_cl::is_signed(type_)) state_.emplace<2>();
    std::visit([&](auto& state) { state.slots.resize(2 * intervals_.size() + 3); }, state_);
}

std::size_t ExactSamples::slot_of(const Number& value) const {
    if (!is_clamped_ && value < bins_.first) return 0;
    if (!is_clamped_ && (is_closed_ ? value > bins_.second : value >= bins_.second))
        return 2 * intervals_.size() + 2;
    const auto interval =
        std::ranges::find_if(intervals_, [&](const auto& one) { return value <= one.second; });
    const auto index = static_cast<std::size_t>(interval - intervals_.begin());
    return 2 * index + (interval == intervals_.end() || value < interval->first ? 1 : 2);
}

template <class Value>
void ExactSamples::add_value(State<Value>& state, Value value) {
    if constexpr (std::is_floating_point_v<Value>)
        if (std::isnan(value)) {
            ++nans_;
            return;
        }
    auto slot = std::ranges::find_if(state.slots, [&](const auto& one) {
        return one.count > 0 && one.minimum <= value && value <= one.maximum;
    });
    if (slot == state.slots.end()) { // seldom: the sample is below or above all earlier samples of its slot
        slot = state.slots.begin() + static_cast<std::ptrdiff_t>(slot_of(Number(value)));
        slot->minimum = slot->count == 0 ? value : std::min(slot->minimum, value);
        slot->maximum = slot->count == 0 ? value : std::max(slot->maximum, value);
    }
    ++slot->count;
    if (slot == state.slots.begin() || slot == state.slots.end() - 1) return;
    piece_.push_back(static_cast<double>(value));
    if constexpr (std::is_integral_v<Value>) {
        integer_sum_ += value;
    } else {
        const double sum = sum_ + value;
        rest_ += std::abs(sum_) >= std::abs(value) ? (sum_ - sum) + value : (value - sum) + sum_;
        sum_ = sum;
    }
    if ((slot - state.slots.begin()) % 2 != 0) return;
    if (state.kept.size() < max_kept_)
        state.kept.push_back(value);
    else
        is_complete_ = false;
}

void ExactSamples::add(std::span<const std::byte> samples) {
    piece_.clear();
    std::visit(
        [&]<class Value>(State<Value>& state) {
            for_each_sample(type_, samples, [&](auto sample) {
                if constexpr (std::is_same_v<decltype(sample), Value>) add_value(state, sample);
            });
        },
        state_);
    if (piece_.empty()) return;
    CentralMoments piece{.count = static_cast<double>(piece_.size())};
    for (const double value : piece_)
        piece.mean += value / piece.count;
    for (const double value : piece_) {
        const double square = (value - piece.mean) * (value - piece.mean);
        piece.squares += square;
        piece.cubes += square * (value - piece.mean);
        piece.fourths += square * square;
    }
    central_.add(piece);
}

namespace {

/// The integer if it has 64 bits, otherwise the nearest double.
Number as_number(Int128 value) {
    if (value == static_cast<std::int64_t>(value)) return static_cast<std::int64_t>(value);
    if (value == static_cast<std::uint64_t>(value)) return static_cast<std::uint64_t>(value);
    return static_cast<double>(value);
}

Number mean_of(Int128 sum, std::uint64_t count) {
    const Int128 whole = sum / count;
    const auto rounded = static_cast<double>(whole);
    if (whole * count == sum && static_cast<Int128>(rounded) != whole) return as_number(whole);
    return static_cast<double>(sum) / static_cast<double>(count);
}

} // namespace

Exact ExactSamples::found(std::span<const double> percents) {
    Exact result{.nans = nans_, .central = central_};
    result.percentiles.resize(percents.size());
    std::visit(
        [&](auto& state) {
            result.outside = state.slots.front().count + state.slots.back().count;
            const auto slots = std::span(state.slots).subspan(1, state.slots.size() - 2);
            for (const auto& slot : slots) {
                if (slot.count == 0) continue;
                result.count += slot.count;
                if (!result.minimum) result.minimum = Number(slot.minimum);
                result.maximum = Number(slot.maximum);
            }
            if (result.count == 0) return;
            if constexpr (std::is_floating_point_v<decltype(state.slots.front().minimum)>) {
                const double sum = sum_ + (std::isfinite(rest_) ? rest_ : 0);
                result.sum = sum;
                result.mean = sum / static_cast<double>(result.count);
            } else {
                result.sum = as_number(integer_sum_);
                result.mean = mean_of(integer_sum_, result.count);
            }
            if (!is_complete_) return;
            // The library computes percentiles from a histogram, which here has a bin for each kept value,
            // and a bin for all values between two intervals.
            std::ranges::sort(state.kept);
            std::vector<std::uint64_t> counts;
            std::vector<std::optional<Number>> values;
            auto next = state.kept.begin();
            for (std::size_t i = 0; i < slots.size(); ++i) {
                if (i % 2 == 0) {
                    counts.push_back(slots[i].count);
                    values.emplace_back(std::nullopt);
                    continue;
                }
                for (const auto end = next + static_cast<std::ptrdiff_t>(slots[i].count); next != end;) {
                    const auto after = std::upper_bound(next, end, *next);
                    counts.push_back(static_cast<std::uint64_t>(after - next));
                    values.emplace_back(Number(*next));
                    next = after;
                }
            }
            const auto bins = histo_cl::percentile_bins(counts, percents);
            std::ranges::transform(bins, result.percentiles.begin(),
                                   [&](auto bin) { return values[bin.value()]; });
        },
        state_);
    return result;
}

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Whether exact statistics are requested, and the bins hold counts of these samples only and have edges.
bool has_exact(const Command& command, const histo_cl::Problem& problem) {
    const auto has_edges = [](const histo_cl::Binning& binning) {
        return !std::holds_alternative<histo_cl::CustomBins>(binning) &&
               !std::holds_alternative<histo_cl::CircularBins>(binning);
    };
    return !percents_of(command).empty() && command.letters.empty() && command.added.empty() &&
           !problem.weights.type && !problem.joint && problem.batch == histo_cl::Batch::one &&
           std::ranges::all_of(problem.axes, has_edges);
}

/// The bins that hold the percentiles, in order.
std::vector<ExactSamples::Interval> intervals_of(const histo_cl::Problem& problem, const Histogram& histogram,
                                                 std::span<const double> percents) {
    const auto edges = problem.edge_numbers(histogram.axes.front());
    const bool is_clamped = problem.out_of_range == histo_cl::OutOfRange::clamped;
    auto bins = histo_cl::percentile_bins(histogram.bits, percents);
    std::ranges::sort(bins);
    std::vector<ExactSamples::Interval> intervals;
    for (const auto& bin : bins) {
        if (!bin) continue;
        ExactSamples::Interval one{edges[*bin], edges[*bin + 1]};
        if (is_clamped && *bin == 0) one.first = -infinity;
        if (is_clamped && *bin + 2 == edges.size()) one.second = infinity;
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
    if (!has_exact(command, problem)) return all;
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
    if (!has_exact(command, problem)) return all;
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
