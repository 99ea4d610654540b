#include "histo_cl/default_problem.hpp"

#include "core/half.hpp"
#include "core/invalid.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

namespace histo_cl {
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

/// A finite half's place in the order of halves, 0 for both zeros.
std::int32_t place_of(std::uint16_t bits) noexcept {
    const std::int32_t magnitude = bits & 0x7FFF;
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

double half_at(std::int32_t place) noexcept {
    const auto bits = place < 0 ? 0x8000 - place : place;
    return static_cast<double>(to_float(Half{static_cast<std::uint16_t>(bits)}));
}

Extremes<double> half_extremes(std::span<const std::byte> samples) {
    const auto places = extremes<std::uint16_t>(
        samples, [](std::uint16_t bits) { return (bits & 0x7C00) != 0x7C00; }, place_of);
    if (!places) return std::nullopt;
    return std::pair(half_at(places->first), half_at(places->second));
}

template <class T>
Extremes<double> float_extremes(std::span<const std::byte> samples) {
    return extremes<T>(samples, [](T sample) { return std::isfinite(sample); });
}

/// `spacing` is how far apart the numbers from 1 to 2 are, `largest` the greatest finite one.
EvenBins bins_over_floats(const Extremes<double>& extremes, double spacing, double largest) {
    if (!extremes) return even_bins(bins_of_a_range, 0, 1);
    const auto [least, greatest] = *extremes;
    if (least < greatest) return even_bins(bins_of_a_range, least, greatest);
    const double margin = std::max(0.5, std::fabs(least) * spacing);
    return even_bins(bins_of_a_range, std::max(least - margin, -largest),
                     std::min(greatest + margin, largest));
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
    switch (type) {
    case SampleType::u8: return bin_for_each_value<std::uint8_t>();
    case SampleType::i8: return bin_for_each_value<std::int8_t>();
    case SampleType::u16: return bin_for_each_value<std::uint16_t>();
    case SampleType::i16: return bin_for_each_value<std::int16_t>();
    case SampleType::u32: return bins_over_integers<std::uint32_t>(samples);
    case SampleType::i32: return bins_over_integers<std::int32_t>(samples);
    case SampleType::u64: return bins_over_integers<std::uint64_t>(samples);
    case SampleType::i64: return bins_over_integers<std::int64_t>(samples);
    case SampleType::f16: return bins_over_floats(half_extremes(samples), 0x1p-10, detail::largest_half);
    case SampleType::f32:
        return bins_over_floats(float_extremes<float>(samples),
                                static_cast<double>(std::numeric_limits<float>::epsilon()),
                                static_cast<double>(std::numeric_limits<float>::max()));
    case SampleType::f64:
        return bins_over_floats(float_extremes<double>(samples), std::numeric_limits<double>::epsilon(),
                                std::numeric_limits<double>::max());
    }
    detail::invalid("sample type " + std::to_string(static_cast<int>(type)) + ": there is none such");
}

} // namespace

Problem default_problem(SampleType type, std::span<const std::byte> samples) {
    if (const auto size = bytes(type); size != 0 && samples.size() % size != 0)
        detail::invalid(std::to_string(samples.size()) + " B are no whole number of " +
                        std::string(name(type)) + " samples of " + std::to_string(size) + " B");
    const bool each_value = !is_float(type) && bytes(type) <= 2;
    return {.sample = type,
            .axes = {default_bins(type, samples)},
            .last_edge = each_value ? LastEdge::exclusive : LastEdge::inclusive,
            .counter = CounterType::u64};
}

} // namespace histo_cl
