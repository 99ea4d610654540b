#include "core/text.hpp"
#include "histo_cl/histogram.hpp"
#include "problem/pitches.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

// The overloads of histogram() that take samples, bins and extras. They make a problem, and call the
// histogram() that takes a problem.

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

/// Number of bins if a range but no number of bins is given.
constexpr std::uint64_t bins_over_a_range = 256;

/// Adds the extras to the problem and the data, and counts.
Histogram count_with(Problem problem, HostData data, const Extras& extras) {
    const auto& weights = extras.weights;
    if (!weights.type && !weights.bytes.empty())
        detail::invalid("weights of type std::byte: give HostArray(type, bytes)");
    problem.weights = {.type = weights.type, .counts = extras.counts, .squares = extras.squares};
    problem.layout.mask = extras.mask.type || !extras.mask.bytes.empty();
    data.weights = weights;
    data.mask = extras.mask;
    if (extras.segment != 0) {
        problem.batch = Batch::segments;
        data.shape.segment = extras.segment;
    }
    return extras.devices.empty() ? histogram(problem, data, extras.options)
                                  : histogram(problem, data, extras.options, extras.devices);
}

void check_no_range(const Extras& extras) {
    if (extras.range)
        detail::invalid("the range from ", extras.range->minimum, " to ", extras.range->maximum,
                        " with given bins, which have their own");
}

/// A type to which all arrays convert exactly: the type of one of the arrays, or f64.
SampleType common_type(std::span<const HostArray> arrays) {
    const auto takes_all = [&](SampleType type) {
        return std::ranges::all_of(
            arrays, [&](const HostArray& array) { return converts_exactly(detail::type_of(array), type); });
    };
    for (const auto& array : arrays)
        if (takes_all(detail::type_of(array))) return detail::type_of(array);
    if (takes_all(SampleType::f64)) return SampleType::f64;
    std::string types;
    for (const auto& array : arrays)
        types += detail::concat(types.empty() ? "" : ", ", detail::type_of(array));
    detail::invalid("samples of types ", types, ": no type has all their values");
}

} // namespace

Histogram histogram(const HostArray& samples, const Extras& extras) {
    if (extras.range) return histogram(samples, bins_over_a_range, extras);
    return count_with(default_problem(samples), {.samples = samples}, extras);
}

Histogram histogram(const HostArray& samples, std::uint64_t bins, const Extras& extras) {
    return count_with(default_problem(samples, bins, extras.range), {.samples = samples}, extras);
}

Histogram histogram(const HostArray& samples, BinRule bins, const Extras& extras) {
    return count_with(default_problem(samples, bins, extras.range), {.samples = samples}, extras);
}

Histogram histogram(const HostArray& samples, const Binning& bins, const Extras& extras) {
    check_no_range(extras);
    return count_with({.sample = detail::type_of(samples), .axes = {bins}}, {.samples = samples}, extras);
}

Histogram joint_histogram(std::initializer_list<HostArray> samples, const std::vector<Binning>& axes,
                          const Extras& extras) {
    check_no_range(extras);
    if (samples.size() != axes.size())
        detail::invalid(detail::counted(samples.size(), "array"), " of samples for ", axes.size(),
                        axes.size() == 1 ? " axis" : " axes", ": each axis has one");
    const std::span<const HostArray> arrays(samples.begin(), samples.size());
    Problem problem{
        .sample = common_type(arrays), .axes = axes, .joint = true, .layout = {.order = Order::separate}};
    for (const auto& array : arrays)
        problem.layout.arrays.push_back({.sample = detail::type_of(array)});
    return count_with(std::move(problem), {.arrays = arrays}, extras);
}

} // namespace histo_cl::inline HISTO_CL_ABI
