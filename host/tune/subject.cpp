#include "tune/subject.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstring>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

namespace tune {

namespace {

using histo_cl::SampleType;

using Range = std::pair<std::int64_t, std::int64_t>;

Range range_of(SampleType sample, std::string_view binning) {
    const bool log = binning == "log";
    if (is_float(sample)) return log ? Range(1, 1024) : Range(0, 1);
    const auto bits = 8 * bytes(sample);
    if (bits > 16) return {log ? 1 : 0, std::int64_t{1} << 31U};
    const auto values = std::int64_t{1} << bits;
    const auto min = is_signed(sample) ? -values / 2 : 0;
    return {log ? 1 : min, min + values};
}

/// Edges with growing distances, which even bins cannot represent.
histo_cl::EdgeBins uneven_edges(std::uint32_t bins, Range range) {
    std::vector<histo_cl::Number> edges;
    const auto width = static_cast<double>(range.second - range.first);
    for (std::uint32_t i = 0; i <= bins; ++i) {
        const double t = static_cast<double>(i) / bins;
        edges.emplace_back(static_cast<double>(range.first) + width * t * (0.5 + 0.5 * t));
    }
    return {std::move(edges)};
}

histo_cl::Binning binning_of(const Subject& subject) {
    const auto range = range_of(subject.sample, subject.binning);
    const auto [lower, upper] = range;
    if (subject.binning == "edges") return uneven_edges(subject.bins, range);
    if (subject.binning == "log") return histo_cl::log_bins(subject.bins, lower, upper);
    if (subject.binning == "circular") return histo_cl::circular_bins(subject.bins, lower, upper - lower);
    return histo_cl::even_bins(subject.bins, lower, upper);
}

} // namespace

std::string to_string(const Subject& subject) {
    auto text = std::string(name(subject.sample)) + ", " + std::to_string(subject.bins);
    text += subject.bins == 1 ? " bin" : " bins";
    if (subject.binning != binning_names[0]) text.append(", ").append(subject.binning);
    if (subject.layout != layout_names[0]) text.append(", ").append(subject.layout);
    if (subject.counter != histo_cl::CounterType::u32) text.append(", ").append(name(subject.counter));
    return text;
}

histo_cl::Problem problem_of(const Subject& subject, std::uint64_t elements) {
    histo_cl::Problem problem{.sample = subject.sample, .counter = subject.counter, .max_samples = elements};
    problem.axes.assign(subject.layout == layout_names[0] ? 1 : 3, binning_of(subject));
    if (subject.layout == "multi") problem.layout.channels = 4;
    if (subject.layout == "planar") problem.layout.order = histo_cl::Order::planar;
    problem.validate();
    return problem;
}

std::uint64_t suitable_elements(const histo_cl::Problem& problem, const histo_cl::DeviceProfile& profile) {
    const auto busy = profile.type == histo_cl::DeviceType::cpu ? std::uint64_t{16} << 20U : 256U << 20U;
    const auto room = std::min(profile.max_allocation_bytes, profile.global_memory_bytes / 8);
    const auto element = problem.channels() * bytes(problem.sample);
    return std::max<std::uint64_t>(1, std::min(std::max(busy, element << 22U), room) / element);
}

std::vector<Subject> usual_subjects() {
    std::vector<Subject> subjects;
    for (const auto counter : usual_counters)
        for (auto subject : {Subject{.bins = 256}, Subject{.bins = 256, .layout = "multi"},
                             Subject{.sample = SampleType::u16, .bins = 4096},
                             Subject{.sample = SampleType::f32, .bins = 256},
                             Subject{.sample = SampleType::f32, .bins = 2048},
                             Subject{.sample = SampleType::f32, .bins = 65536}}) {
            subject.counter = counter;
            subjects.push_back(subject);
        }
    return subjects;
}

namespace {

/// Draws a number in [0, 1).
double draw(std::mt19937_64& random, Spread spread) {
    auto bits = random();
    for (int i = 1; spread == Spread::skewed && i < 6; ++i)
        bits &= random();
    return static_cast<double>(bits >> 11U) * 0x1p-53;
}

/// The point below which `fraction` of the bins lie.
double point(const std::vector<double>& edges, double fraction) {
    const double place = fraction * static_cast<double>(edges.size() - 1);
    const auto bin = std::min(static_cast<std::size_t>(place), edges.size() - 2);
    return edges[bin] + (place - static_cast<double>(bin)) * (edges[bin + 1] - edges[bin]);
}

template <class T>
void append(std::vector<std::byte>& bytes, T value) {
    const auto at = bytes.size();
    bytes.resize(at + sizeof value);
    std::memcpy(bytes.data() + at, &value, sizeof value);
}

/// The largest narrow float that is at most `value`, which must not be negative.
template <histo_cl::NarrowFloat T>
T narrow_below(double value) {
    T low;
    for (std::uint16_t bit = 0x4000; bit != 0; bit /= 2) {
        const T higher{static_cast<std::uint16_t>(low.bits | bit)};
        const float candidate = histo_cl::to_float(higher);
        if (std::isfinite(candidate) && candidate <= value) low = higher;
    }
    return low;
}

void append_sample(std::vector<std::byte>& bytes, SampleType type, double value) {
    histo_cl::with_sample_type(type, [&]<class T>(std::type_identity<T> /*sample*/) {
        if constexpr (histo_cl::NarrowFloat<T>)
            append(bytes, narrow_below<T>(value));
        else if constexpr (std::floating_point<T>)
            append(bytes, static_cast<T>(value));
        else // converted through 64-bit integers, so values beyond the type wrap
            append(bytes, static_cast<T>(static_cast<std::int64_t>(std::floor(value))));
    });
}

} // namespace

std::vector<std::byte> random_samples(const histo_cl::Problem& problem, Spread spread, std::uint64_t count,
                                      std::uint64_t seed) {
    const auto edges = problem.edges();
    std::mt19937_64 random(seed);
    std::vector<std::byte> bytes;
    bytes.reserve(count * histo_cl::bytes(problem.sample));
    for (std::uint64_t i = 0; i < count; ++i)
        append_sample(bytes, problem.sample, point(edges, draw(random, spread)));
    return bytes;
}

} // namespace tune
