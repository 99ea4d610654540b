#include "problem/auto_bins.hpp"

#include "core/enum_table.hpp"
#include "core/text.hpp"
#include "histo_cl/auto_bins.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>
#include <numbers>
#include <string>
#include <string_view>
#include <type_traits>

namespace histo_cl::detail {
namespace {

template <class T>
Number number_of(T sample) {
    if constexpr (NarrowFloat<T>)
        return to_float(sample);
    else
        return sample;
}

template <class T>
std::vector<T> read(std::span<const std::byte> samples, const std::optional<SampleExtremes>& range) {
    std::vector<T> values(samples.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), samples.data(), values.size() * sizeof(T));
    if (range)
        std::erase_if(values, [&](T sample) {
            const auto number = number_of(sample);
            return !(range->minimum <= number && number <= range->maximum);
        });
    return values;
}

template <std::integral T>
std::vector<double> values_of(const std::vector<T>& samples) {
    std::vector<double> values;
    if (samples.empty()) return values;
    values.reserve(samples.size());
    using Distance = std::make_unsigned_t<T>;
    const auto minimum = static_cast<Distance>(std::ranges::min(samples));
    for (const auto sample : samples)
        values.push_back(static_cast<double>(static_cast<Distance>(static_cast<Distance>(sample) - minimum)));
    return values;
}

template <class T>
std::vector<double> values_of(const std::vector<T>& samples) {
    std::vector<double> values;
    values.reserve(samples.size());
    for (const auto sample : samples) {
        const double value = number_of(sample).to_double();
        if (std::isfinite(value)) values.push_back(value);
    }
    return values;
}

/// The value below which the given share of the sorted values lies. Interpolates linearly between two
/// neighbours, from the nearer one, like numpy.percentile.
double quantile(std::span<const double> values, double share) {
    const auto place = share * static_cast<double>(values.size() - 1);
    const auto index = static_cast<std::size_t>(place);
    const auto below = values[index];
    const auto above = values[std::min(index + 1, values.size() - 1)];
    const auto part = place - static_cast<double>(index);
    return part < 0.5 ? below + (above - below) * part : above - (above - below) * (1 - part);
}

/// The sum of the squared counts of even bins that cover the values. The last edge is inclusive.
double squared_counts(std::span<const double> values, std::uint32_t bins) {
    const auto minimum = values.front();
    const auto width = (values.back() - minimum) / bins;
    double sum = 0;
    auto begin = values.begin();
    for (std::uint32_t bin = 1; bin <= bins; ++bin) {
        const auto end =
            bin == bins ? values.end() : std::lower_bound(begin, values.end(), minimum + bin * width);
        const auto count = static_cast<double>(end - begin);
        sum += count * count;
        begin = end;
    }
    return sum;
}

} // namespace

std::vector<double> sorted_values(SampleType type, std::span<const std::byte> samples,
                                  const std::optional<SampleExtremes>& range) {
    auto values = with_sample_type(
        type, [&]<class T>(std::type_identity<T> /*sample*/) { return values_of(read<T>(samples, range)); });
    std::ranges::sort(values);
    return values;
}

SampleSummary summary_of(std::span<const double> values) {
    if (values.empty()) return {};
    const auto n = static_cast<double>(values.size());
    const auto minimum = values.front();
    // Values are halved if their range exceeds the largest double. The unit is a power of two, so that
    // scaling is exact. It is close to the range, so that nothing overflows.
    const auto scale = std::isfinite(values.back() - minimum) ? 1.0 : 0.5;
    const auto range = values.back() * scale - minimum * scale;
    const auto unit = range > 0 ? std::ldexp(1.0, std::ilogb(range)) : 1.0;
    const auto mean_of = [&](const auto& part) {
        double sum = 0;
        for (const auto value : values)
            sum += part((value * scale - minimum * scale) / unit);
        return sum / n;
    };
    const auto mean = mean_of([](double x) { return x; });
    const auto deviation = std::sqrt(mean_of([&](double x) { return (x - mean) * (x - mean); }));
    const auto third = mean_of([&](double x) { return (x - mean) * (x - mean) * (x - mean); });
    return {.count = values.size(),
            .minimum = minimum,
            .maximum = values.back(),
            .standard_deviation = deviation * unit / scale,
            .skewness = deviation > 0 ? third / (deviation * deviation * deviation) : 0,
            .interquartile_range = quantile(values, 0.75) - quantile(values, 0.25)};
}

std::uint32_t stone_bins(std::span<const double> values) {
    if (values.size() < 2 || values.front() == values.back()) return 1;
    const auto n = static_cast<double>(values.size());
    const auto range = values.back() - values.front();
    const auto bin_limit = std::clamp(std::sqrt(n), 100.0, static_cast<double>(max_bins_by_rule));
    std::uint32_t best = 1;
    double min_loss = std::numeric_limits<double>::infinity();
    for (std::uint32_t bins = 1; bins <= bin_limit; ++bins) {
        const auto loss = (2 - (n + 1) * squared_counts(values, bins) / (n * n)) / (range / bins);
        if (loss < min_loss) {
            min_loss = loss;
            best = bins;
        }
    }
    return best;
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

// NumPy computes cube roots as powers with this exponent. The results may differ from cbrt() in the last
// digit.
constexpr double third = 1.0 / 3;

bool needs_quartiles(BinRule rule) {
    return rule == BinRule::automatic || rule == BinRule::fd;
}

void check(BinRule rule, const SampleSummary& summary) {
    const auto finite = [](std::string_view what, double value) {
        if (!std::isfinite(value))
            detail::invalid("the summary's ", what, " is ", value, "; it must be finite");
    };
    const auto not_negative = [](std::string_view what, double value) {
        if (!(value >= 0 && std::isfinite(value)))
            detail::invalid("the summary's ", what, " is ", value, "; it must be finite and not negative");
    };
    finite("minimum", summary.minimum);
    finite("maximum", summary.maximum);
    if (summary.minimum > summary.maximum)
        detail::invalid("the summary's minimum, ", summary.minimum, ", is above its maximum, ",
                        summary.maximum);
    not_negative("standard_deviation", summary.standard_deviation);
    if (needs_quartiles(rule)) not_negative("interquartile_range", summary.interquartile_range);
    not_negative("min_width", summary.min_width);
    if (summary.standard_deviation > 0) finite("skewness", summary.skewness);
}

double freedman_diaconis(const SampleSummary& summary) {
    return 2 * summary.interquartile_range * std::pow(static_cast<double>(summary.count), -third);
}

double sturges(const SampleSummary& summary, double range) {
    return range / (std::log2(static_cast<double>(summary.count)) + 1);
}

double doane(const SampleSummary& summary, double range) {
    const auto n = static_cast<double>(summary.count);
    if (summary.count <= 2 || summary.standard_deviation == 0) return 0;
    const auto deviation = std::sqrt(6 * (n - 2) / ((n + 1) * (n + 3)));
    return range / (1 + std::log2(n) + std::log2(1 + std::fabs(summary.skewness) / deviation));
}

double automatic(const SampleSummary& summary, double range) {
    const auto width = freedman_diaconis(summary);
    return width > 0 ? std::min(width, sturges(summary, range)) : sturges(summary, range);
}

double width_of(BinRule rule, const SampleSummary& summary) {
    const auto n = static_cast<double>(summary.count);
    const auto range = summary.maximum - summary.minimum;
    switch (rule) {
    case BinRule::automatic: return automatic(summary, range);
    case BinRule::fd: return freedman_diaconis(summary);
    case BinRule::doane: return doane(summary, range);
    case BinRule::scott:
        return std::pow(24 * std::sqrt(std::numbers::pi) / n, third) * summary.standard_deviation;
    case BinRule::stone: detail::invalid("the rule stone needs the samples: see default_problem()");
    case BinRule::rice: return range / (2 * std::pow(n, third));
    case BinRule::sturges: return sturges(summary, range);
    case BinRule::sqrt: return range / std::sqrt(n);
    }
    detail::invalid("bin rule ", static_cast<int>(rule), ": there are 0 to ",
                    static_cast<int>(BinRule::sqrt));
}

/// The advice in the error message for too many bins.
std::string advice(const detail::RuleRange& range) {
    if (range.is_given) return "Give a narrower range";
    const auto without = [](std::string_view which, const Number& sample) {
        return detail::concat("The ", which, " sample, ", sample,
                              ", is far from the others: give a range without it");
    };
    if (range.skewness > 0) return without("greatest", range.maximum);
    if (range.skewness < 0) return without("least", range.minimum);
    return "The least and the greatest sample are far from the others: give a range without them";
}

} // namespace

std::string_view name(BinRule rule) noexcept {
    return detail::name_of(rule);
}

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {

double width_by_rule(BinRule rule, const SampleSummary& summary) {
    check(rule, summary);
    return width_of(rule, summary.count > 0 ? summary : SampleSummary{.count = 1});
}

std::uint32_t bins_of_width(BinRule rule, double width, double min_width, const RuleRange& range) {
    if (!(width > 0 && range.width > 0)) return 1;
    if (std::isinf(range.width))
        invalid("the range from ", range.minimum, " to ", range.maximum, " is wider than the largest double");
    const auto used = std::max(width, min_width);
    const auto bins = std::ceil(range.width / used);
    if (bins <= max_bins_by_rule) return static_cast<std::uint32_t>(bins);
    const auto count =
        bins < 0x1p63 ? std::to_string(static_cast<std::uint64_t>(bins)) : Number(bins).to_string();
    invalid("the rule ", rule, " makes ", count, " bins of width ", Number(used), " from ", range.minimum,
            " to ", range.maximum, ": rules make up to ", max_bins_by_rule, " (2^20). ", advice(range),
            ", or the number of bins");
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

std::uint32_t bins_by_rule(BinRule rule, const SampleSummary& summary) {
    return detail::bins_of_width(rule, detail::width_by_rule(rule, summary), summary.min_width,
                                 {.width = summary.maximum - summary.minimum,
                                  .minimum = summary.minimum,
                                  .maximum = summary.maximum,
                                  .skewness = summary.skewness});
}

} // namespace histo_cl::inline HISTO_CL_ABI
