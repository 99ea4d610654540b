#include "tune/subject.hpp"

#include <algorithm>
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
    const auto least = is_signed(sample) ? -values / 2 : 0;
    return {log ? 1 : least, least + values};
}

/// Edges that grow further apart, so that no even bins can stand for them.
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
    const std::uint64_t busy = profile.type == histo_cl::DeviceType::cpu ? 16U << 20U : 256U << 20U;
    const auto room = std::min(profile.max_allocation_bytes, profile.global_memory_bytes / 8);
    const auto element = problem.channels() * bytes(problem.sample);
    return std::max<std::uint64_t>(1, std::min(busy, room) / element);
}

std::vector<Subject> usual_subjects() {
    return {
        {.sample = SampleType::u8, .bins = 256},   {.sample = SampleType::u8, .bins = 256, .layout = "multi"},
        {.sample = SampleType::u16, .bins = 4096}, {.sample = SampleType::f32, .bins = 256},
        {.sample = SampleType::f32, .bins = 2048}, {.sample = SampleType::f32, .bins = 65536}};
}

} // namespace tune
