#include "problem/sample_summary.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>
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
            return !(range->least <= number && number <= range->greatest);
        });
    return values;
}

template <std::integral T>
std::vector<double> values_of(const std::vector<T>& samples) {
    std::vector<double> values;
    if (samples.empty()) return values;
    values.reserve(samples.size());
    using Distance = std::make_unsigned_t<T>;
    const auto least = static_cast<Distance>(std::ranges::min(samples));
    for (const auto sample : samples)
        values.push_back(static_cast<double>(static_cast<Distance>(static_cast<Distance>(sample) - least)));
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

/// The value below which that share of the sorted values lies. Interpolates linearly between two neighbours,
/// from the nearer one, like numpy.percentile.
double quantile(std::span<const double> values, double share) {
    const auto place = share * static_cast<double>(values.size() - 1);
    const auto index = static_cast<std::size_t>(place);
    const auto below = values[index];
    const auto above = values[std::min(index + 1, values.size() - 1)];
    const auto part = place - static_cast<double>(index);
    return part < 0.5 ? below + (above - below) * part : above - (above - below) * (1 - part);
}

/// The sum of the squares of the counts in even bins over the values, the last edge inclusive.
double squared_counts(std::span<const double> values, std::uint32_t bins) {
    const auto least = values.front();
    const auto width = (values.back() - least) / bins;
    double sum = 0;
    auto begin = values.begin();
    for (std::uint32_t bin = 1; bin <= bins; ++bin) {
        const auto end =
            bin == bins ? values.end() : std::lower_bound(begin, values.end(), least + bin * width);
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
    const auto least = values.front();
    // Values are halved if their range exceeds the largest double. The unit is a power of two, so that
    // scaling is exact, and near the range, so that nothing overflows.
    const auto scale = std::isfinite(values.back() - least) ? 1.0 : 0.5;
    const auto range = values.back() * scale - least * scale;
    const auto unit = range > 0 ? std::ldexp(1.0, std::ilogb(range)) : 1.0;
    const auto mean_of = [&](const auto& part) {
        double sum = 0;
        for (const auto value : values)
            sum += part((value * scale - least * scale) / unit);
        return sum / n;
    };
    const auto mean = mean_of([](double x) { return x; });
    const auto deviation = std::sqrt(mean_of([&](double x) { return (x - mean) * (x - mean); }));
    const auto third = mean_of([&](double x) { return (x - mean) * (x - mean) * (x - mean); });
    return {.count = values.size(),
            .least = least,
            .greatest = values.back(),
            .standard_deviation = deviation * unit / scale,
            .skewness = deviation > 0 ? third / (deviation * deviation * deviation) : 0,
            .interquartile_range = quantile(values, 0.75) - quantile(values, 0.25)};
}

std::uint32_t stone_bins(std::span<const double> values) {
    if (values.size() < 2 || values.front() == values.back()) return 1;
    const auto n = static_cast<double>(values.size());
    const auto range = values.back() - values.front();
    const auto most = std::clamp(std::sqrt(n), 100.0, static_cast<double>(max_bins_by_rule));
    std::uint32_t best = 1;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t bins = 1; bins <= most; ++bins) {
        const auto loss = (2 - (n + 1) * squared_counts(values, bins) / (n * n)) / (range / bins);
        if (loss < least) {
            least = loss;
            best = bins;
        }
    }
    return best;
}

} // namespace histo_cl::detail
