#include "count/result.hpp"

#include "common/opencl.hpp"
#include "common/text.hpp"
#include "common/timing.hpp"

#include <algorithm>
#include <bit>

namespace count {

std::string names_text(std::span<const std::string> names) {
    if (names.empty()) return "none";
    const std::string first = common::printable(names.front());
    return names.size() == 1 ? first : first + " and " + common::plural(names.size() - 1, "other");
}

std::uint64_t element_bytes(const histo_cl::Problem& problem) {
    return std::uint64_t{histo_cl::bytes(problem.sample)} * problem.channels();
}

histo_cl::CounterType sum_of(const histo_cl::Problem& problem) {
    using histo_cl::CounterType;
    using histo_cl::SampleType;
    if (!problem.weights) return CounterType::u64;
    if (histo_cl::is_float(*problem.weights)) return CounterType::f64;
    return histo_cl::is_signed(*problem.weights) ? CounterType::i64 : CounterType::u64;
}

std::vector<std::uint64_t> bits_of(const histo_cl::Partial& partial) {
    const auto bits = [](const auto& sums) {
        std::vector<std::uint64_t> all;
        all.reserve(sums.size());
        for (const auto sum : sums)
            all.push_back(std::bit_cast<std::uint64_t>(sum));
        return all;
    };
    switch (sum_of(partial.problem())) {
    case histo_cl::CounterType::i64: return bits(partial.sums<std::int64_t>());
    case histo_cl::CounterType::f64: return bits(partial.sums<double>());
    default: return partial.sums();
    }
}

double element_rate(const Source& source, double seconds) {
    return static_cast<double>(source.elements) / seconds;
}

double byte_rate(const Source& source, const histo_cl::Problem& problem, double seconds) {
    return element_rate(source, seconds) * static_cast<double>(element_bytes(problem));
}

void describe_plan(Result& result, const histo_cl::Device& device, const histo_cl::Options& options) {
    const common::Stopwatch stopwatch;
    const cl::Device handle(device.id, true);
    const cl::Context context(handle);
    const histo_cl::Plan plan(context(), device.id, result.problem, options);
    result.build_seconds = stopwatch.seconds();
    result.built_from_cache = plan.built_from_cache();
    result.decision = plan.decision();
    const auto launch = std::min(result.problem.max_samples, result.decision.samples_per_launch);
    result.launched_work_groups =
        std::uint64_t{launched_groups(result.decision, launch)} * result.decision.windows;
    result.build_options = histo_cl::kernel_source(result.problem, result.decision).build_options;
}

void describe_first_plan(Result& result, std::span<const histo_cl::Device> devices,
                         const histo_cl::Options& options) {
    for (const auto& device : devices.first(devices.size() - 1)) {
        try {
            return describe_plan(result, device, options);
        } catch (const histo_cl::Error&) { // the next device's turn
        }
    }
    describe_plan(result, devices.back(), options);
}

} // namespace count
