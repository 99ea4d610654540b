#include "histo_cl/default_problem.hpp"

#include "core/float_format.hpp"
#include "core/text.hpp"
#include "problem/auto_bins.hpp"
#include "problem/pitches.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

constexpr std::uint32_t default_bin_count = 256;

/// The smallest and the largest finite sample; empty if there is none.
template <class T>
using Extremes = std::optional<std::pair<T, T>>;

/// The extremes of value(sample) over the samples of type T for which is_counted(sample) is true.
template <class T, class IsCounted, class Value = std::identity>
auto extremes(std::span<const std::byte> samples, const IsCounted& is_counted, const Value& value = {}) {
    using Ordered = std::remove_cvref_t<std::invoke_result_t<Value, T>>;
    auto minimum = std::numeric_limits<Ordered>::max();
    auto maximum = std::numeric_limits<Ordered>::lowest();
    const auto count = samples.size() / sizeof(T);
    for (std::size_t i = 0; i < count; ++i) {
        T sample;
        std::memcpy(&sample, samples.data() + i * sizeof(T), sizeof sample);
        if (!is_counted(sample)) continue;
        minimum = std::min<Ordered>(minimum, value(sample));
        maximum = std::max<Ordered>(maximum, value(sample));
    }
    return minimum <= maximum ? Extremes<Ordered>({minimum, maximum}) : std::nullopt;
}

constexpr auto all = [](auto /*sample*/) { return true; };

/// The extremes of the finite floats. Compares the bits of the floats as signed integers. These have the same
/// order as the floats if all bits of negative floats except the sign are inverted.
template <class T>
Extremes<double> float_extremes(std::span<const std::byte> samples) {
    constexpr detail::FloatFormat format(sample_type_of<T>());
    using Place = std::conditional_t<sizeof(T) == 2, std::int16_t,
                                     std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>;
    constexpr auto magnitude = std::numeric_limits<Place>::max();
    const auto inverted = [](Place bits) {
        return static_cast<Place>(bits ^ ((bits >> (8 * sizeof(Place) - 1)) & magnitude));
    };
    const auto is_finite = [](Place bits) {
        return (bits & magnitude) < static_cast<Place>(format.infinity);
    };
    // The first pass includes infinities and NaNs, so that the loop has no branch and compilers vectorize it.
    // In this order, infinities and NaNs lie outside all finite floats. So if there are any, one of them is
    // an extreme, and a second pass excludes them.
    auto places = extremes<Place>(samples, all, inverted);
    if (places && !(is_finite(inverted(places->first)) && is_finite(inverted(places->second))))
        places = extremes<Place>(samples, is_finite, inverted);
    if (!places) return std::nullopt;
    const auto value_at = [&](Place place) {
        return format.value_of(static_cast<std::make_unsigned_t<Place>>(inverted(place)));
    };
    return std::pair(value_at(places->first), value_at(places->second));
}

/// Even bins between two floats of the format, or around them if they are equal.
EvenBins bins_between(double minimum, double maximum, const detail::FloatFormat& format) {
    if (minimum < maximum) return even_bins(default_bin_count, minimum, maximum);
    // The distance between adjacent floats from 1 to 2.
    const double spacing = std::ldexp(1.0, -format.stored);
    const double margin = std::max(0.5, std::fabs(minimum) * spacing);
    return even_bins(default_bin_count, std::max(minimum - margin, -format.largest),
                     std::min(maximum + margin, format.largest));
}

template <class T>
EvenBins bins_between(T minimum, T maximum) {
    if (minimum < maximum) return even_bins(default_bin_count, minimum, maximum);
    // Below 2^52 a double can represent halves.
    if (const auto value = static_cast<double>(minimum); std::fabs(value) < 0x1p52)
        return even_bins(default_bin_count, value - 0.5, value + 0.5);
    using Limits = std::numeric_limits<T>;
    return even_bins(default_bin_count, minimum - (minimum > Limits::min() ? 1 : 0),
                     maximum + (maximum < Limits::max() ? 1 : 0));
}

template <class T>
EvenBins bin_for_each_value() {
    using Limits = std::numeric_limits<T>;
    return even_bins(1U << Limits::digits << (std::is_signed_v<T> ? 1U : 0U), Limits::min(),
                     Limits::max() + 1);
}

/// The value of a Number that is an integer of type T.
template <std::integral T>
T value_of(const Number& number) {
    return static_cast<T>(number.kind() == Number::Kind::u64 ? number.u64()
                                                             : static_cast<std::uint64_t>(number.i64()));
}

EvenBins bins_over_range(SampleType type, const std::optional<SampleExtremes>& extremes) {
    if (!extremes) return even_bins(default_bin_count, 0, 1);
    // Not structured bindings, which clang 14 cannot capture in a lambda.
    const auto& minimum = extremes->minimum;
    const auto& maximum = extremes->maximum;
    return with_sample_type(type, [&]<class T>(std::type_identity<T> /*sample*/) {
        if constexpr (std::integral<T>)
            return bins_between(value_of<T>(minimum), value_of<T>(maximum));
        else
            return bins_between(minimum.to_double(), maximum.to_double(), detail::FloatFormat(type));
    });
}

bool has_bin_for_each_value(SampleType type) {
    return !is_float(type) && bytes(type) <= 2;
}

EvenBins default_bins(SampleType type, const std::optional<SampleExtremes>& extremes) {
    return with_sample_type(type, [&]<class T>(std::type_identity<T> /*sample*/) {
        if constexpr (std::integral<T> && sizeof(T) <= 2)
            return bin_for_each_value<T>();
        else
            return bins_over_range(type, extremes);
    });
}

void check_whole(SampleType type, std::span<const std::byte> samples) {
    if (const auto size = bytes(type); size != 0 && samples.size() % size != 0)
        detail::invalid(samples.size(), " B are not a whole number of ", type, " samples of ", size, " B");
}

/// Whether the number is within the type's range of finite samples. For integer types its kind must not be
/// f64.
bool is_within(SampleType type, const Number& value) {
    return with_sample_type(type, [&]<class T>(std::type_identity<T> /*sample*/) {
        if constexpr (std::integral<T>) {
            using Limits = std::numeric_limits<T>;
            return value.kind() != Number::Kind::f64 && value >= Limits::min() && value <= Limits::max();
        } else {
            return value.is_finite() && std::fabs(value.to_double()) <= detail::FloatFormat(type).largest;
        }
    });
}

void check_extremes(SampleType type, const SampleExtremes& extremes) {
    const auto& [minimum, maximum] = extremes;
    for (const auto& value : {minimum, maximum})
        if (!is_within(type, value)) detail::invalid(value, " is no finite ", type, " sample");
    if (minimum > maximum)
        detail::invalid("the least sample, ", minimum, ", is above the greatest, ", maximum);
}

void check_type(SampleType type) {
    if (bytes(type) == 0) detail::invalid("sample type ", static_cast<int>(type), " is not a SampleType");
}

/// Number of bins that the rule chooses. If a range is given, the rule uses only the samples in the range,
/// and the bins cover the range.
std::uint32_t bins_of_rule(BinRule rule, SampleType type, std::span<const std::byte> samples,
                           const std::optional<SampleExtremes>& extremes,
                           const std::optional<SampleExtremes>& range) {
    const auto values = detail::sorted_values(type, samples, range);
    auto summary = detail::summary_of(values);
    summary.min_width = is_float(type) ? 0 : 1;
    const auto width_of_samples = summary.maximum - summary.minimum;
    const auto width = rule == BinRule::stone ? width_of_samples / detail::stone_bins(values)
                                              : detail::width_by_rule(rule, summary);
    if (!extremes) return 1;
    return detail::bins_of_width(
        rule, width, summary.min_width,
        {.width = range ? range->maximum.to_double() - range->minimum.to_double() : width_of_samples,
         .minimum = extremes->minimum,
         .maximum = extremes->maximum,
         .skewness = summary.skewness,
         .is_given = range.has_value()});
}

/// Even bins between doubles that may be rounded integers. The bounds are moved outwards, so that the bins
/// include the unrounded integers.
template <std::integral T>
EvenBins bins_around(double minimum, double maximum) {
    using Limits = std::numeric_limits<T>;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto within = [](double value) {
        if (value <= static_cast<double>(Limits::min())) return Limits::min();
        return value >= static_cast<double>(Limits::max()) ? Limits::max() : static_cast<T>(value);
    };
    const auto is_exact = [](double value) { return std::fabs(value) < 0x1p53; };
    return bins_between(within(is_exact(minimum) ? std::floor(minimum) : std::nextafter(minimum, -infinity)),
                        within(is_exact(maximum) ? std::ceil(maximum) : std::nextafter(maximum, infinity)));
}

/// Bins over the range if one is given, otherwise between the extremes. Throws if the range is invalid. The
/// caller sets the number of bins.
EvenBins bins_over(SampleType type, const std::optional<SampleExtremes>& extremes,
                   const std::optional<SampleExtremes>& range) {
    if (!range) return bins_over_range(type, extremes);
    const auto& [minimum, maximum] = *range;
    if (!(minimum.is_finite() && maximum.is_finite() && minimum < maximum))
        detail::invalid("the range from ", minimum, " to ", maximum,
                        ": it must be finite, and the first number below the second");
    return even_bins(1, minimum, maximum);
}

/// Returns a problem with `count` bins over the range of `bins`.
Problem problem_with(SampleType type, EvenBins bins, std::uint32_t count) {
    bins.count = count;
    return {.sample = type, .axes = {bins}, .last_edge = LastEdge::inclusive, .counter = CounterType::u64};
}

} // namespace

std::optional<SampleExtremes> sample_extremes(const HostArray& given) {
    const auto type = detail::type_of(given);
    const auto samples = given.bytes;
    check_whole(type, samples);
    return with_sample_type(type, [&]<class T>(std::type_identity<T> /*sample*/) {
        const auto found = [&] {
            if constexpr (std::integral<T>)
                return extremes<T>(samples, all);
            else
                return float_extremes<T>(samples);
        }();
        return found ? std::optional(SampleExtremes{found->first, found->second}) : std::nullopt;
    });
}

Problem default_problem(SampleType type, const std::optional<SampleExtremes>& extremes) {
    check_type(type);
    if (extremes) check_extremes(type, *extremes);
    return {.sample = type,
            .axes = {default_bins(type, extremes)},
            .last_edge = has_bin_for_each_value(type) ? LastEdge::exclusive : LastEdge::inclusive,
            .counter = CounterType::u64};
}

Problem default_problem(const HostArray& samples) {
    const auto type = detail::type_of(samples);
    check_whole(type, samples.bytes);
    return default_problem(type, has_bin_for_each_value(type) ? std::nullopt : sample_extremes(samples));
}

Problem default_problem(const HostArray& samples, BinRule rule, const std::optional<SampleExtremes>& range) {
    const auto type = detail::type_of(samples);
    check_type(type);
    const auto extremes = range ? range : sample_extremes(samples);
    const auto bins = bins_over(type, extremes, range);
    return problem_with(type, bins, bins_of_rule(rule, type, samples.bytes, extremes, range));
}

Problem default_problem(const HostArray& samples, std::uint64_t count,
                        const std::optional<SampleExtremes>& range) {
    const auto type = detail::type_of(samples);
    check_type(type);
    if (count < 1 || count > max_bins) detail::invalid(count, " bins: allowed are 1 to ", max_bins);
    const auto bins = bins_over(type, range ? range : sample_extremes(samples), range);
    return problem_with(type, bins, static_cast<std::uint32_t>(count));
}

Problem default_problem(SampleType type, const SampleSummary& summary, BinRule rule) {
    check_type(type);
    const auto count = bins_by_rule(rule, summary);
    const auto bins = with_sample_type(type, [&]<class T>(std::type_identity<T> /*sample*/) {
        if (summary.count == 0) return even_bins(count, 0, 1);
        if constexpr (std::integral<T>)
            return bins_around<T>(summary.minimum, summary.maximum);
        else
            return bins_between(summary.minimum, summary.maximum, detail::FloatFormat(type));
    });
    return problem_with(type, bins, count);
}

} // namespace histo_cl::inline HISTO_CL_ABI
