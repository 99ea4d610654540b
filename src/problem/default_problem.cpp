#include "histo_cl/default_problem.hpp"

#include "core/float_format.hpp"
#include "core/invalid.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

constexpr std::uint32_t bins_of_a_range = 256;

/// The least and the greatest of the samples that are finite.
template <class T>
using Extremes = std::optional<std::pair<T, T>>;

/// Of samples that are stored as a T, in the order of what `value` makes of them.
template <class T, class IsFinite, class Value = std::identity>
auto extremes(std::span<const std::byte> samples, const IsFinite& is_finite, const Value& value = {}) {
    using Ordered = std::remove_cvref_t<std::invoke_result_t<Value, T>>;
    auto least = std::numeric_limits<Ordered>::max();
    auto greatest = std::numeric_limits<Ordered>::lowest();
    for (std::size_t at = 0; at < samples.size(); at += sizeof(T)) {
        T sample;
        std::memcpy(&sample, samples.data() + at, sizeof sample);
        if (!is_finite(sample)) continue;
        least = std::min<Ordered>(least, value(sample));
        greatest = std::max<Ordered>(greatest, value(sample));
    }
    return least <= greatest ? Extremes<Ordered>({least, greatest}) : std::nullopt;
}

template <std::floating_point T>
Extremes<double> float_extremes(std::span<const std::byte> samples) {
    return extremes<T>(samples, [](T sample) { return std::isfinite(sample); });
}

template <NarrowFloat T>
Extremes<double> float_extremes(std::span<const std::byte> samples) {
    constexpr detail::FloatFormat format(sample_type_of<T>());
    constexpr auto sign = static_cast<std::int32_t>(format.sign);
    const auto is_finite = [&](T sample) { return (sample.bits & format.infinity) != format.infinity; };
    // In the order of the type, 0 for both zeros.
    const auto place_of = [&](T sample) {
        const std::int32_t magnitude = sample.bits & (sign - 1);
        return (sample.bits & sign) != 0 ? -magnitude : magnitude;
    };
    const auto places = extremes<T>(samples, is_finite, place_of);
    if (!places) return std::nullopt;
    const auto value_at = [&](std::int32_t place) {
        return format.value_of(static_cast<std::uint64_t>(place < 0 ? sign - place : place));
    };
    return std::pair(value_at(places->first), value_at(places->second));
}

template <class T>
EvenBins bins_over_floats(std::span<const std::byte> samples) {
    const auto extremes = float_extremes<T>(samples);
    if (!extremes) return even_bins(bins_of_a_range, 0, 1);
    const auto [least, greatest] = *extremes;
    if (least < greatest) return even_bins(bins_of_a_range, least, greatest);
    constexpr detail::FloatFormat format(sample_type_of<T>());
    const double spacing = std::ldexp(1.0, -format.stored); // from 1 to 2
    const double margin = std::max(0.5, std::fabs(least) * spacing);
    return even_bins(bins_of_a_range, std::max(least - margin, -format.largest),
                     std::min(greatest + margin, format.largest));
}

template <class T>
EvenBins bins_over_integers(std::span<const std::byte> samples) {
    const auto found = extremes<T>(samples, [](T) { return true; });
    if (!found) return even_bins(bins_of_a_range, 0, 1);
    const auto [least, greatest] = *found;
    if (least < greatest) return even_bins(bins_of_a_range, least, greatest);
    // Up to here a double has halves.
    if (const auto value = static_cast<double>(least); std::fabs(value) < 0x1p52)
        return even_bins(bins_of_a_range, value - 0.5, value + 0.5);
    using Limits = std::numeric_limits<T>;
    return even_bins(bins_of_a_range, least - (least > Limits::min() ? 1 : 0),
                     greatest + (greatest < Limits::max() ? 1 : 0));
}

template <class T>
EvenBins bin_for_each_value() {
    using Limits = std::numeric_limits<T>;
    return even_bins(1U << Limits::digits << (std::is_signed_v<T> ? 1U : 0U), Limits::min(),
                     Limits::max() + 1);
}

EvenBins default_bins(SampleType type, std::span<const std::byte> samples) {
    return with_sample_type(type, [&]<class T>(std::type_identity<T> /*sample*/) {
        if constexpr (!std::integral<T>)
            return bins_over_floats<T>(samples);
        else if constexpr (sizeof(T) <= 2)
            return bin_for_each_value<T>();
        else
            return bins_over_integers<T>(samples);
    });
}

} // namespace

Problem default_problem(SampleType type, std::span<const std::byte> samples) {
    if (const auto size = bytes(type); size != 0 && samples.size() % size != 0)
        detail::invalid(samples.size(), " B are not a whole number of ", type, " samples of ", size, " B");
    const bool each_value = !is_float(type) && bytes(type) <= 2;
    return {.sample = type,
            .axes = {default_bins(type, samples)},
            .last_edge = each_value ? LastEdge::exclusive : LastEdge::inclusive,
            .counter = CounterType::u64};
}

} // namespace histo_cl::inline HISTO_CL_ABI
