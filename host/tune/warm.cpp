#include "tune/warm.hpp"

#include "common/opencl.hpp"
#include "common/program.hpp"
#include "common/terminal.hpp"
#include "common/text.hpp"
#include "common/timing.hpp"

#include <algorithm>
#include <iterator>

namespace tune {

namespace {

using histo_cl::CounterType;
using histo_cl::SampleType;

constexpr std::uint64_t elements = std::uint64_t{1} << 24U; // programs do not depend on them

/// What histogram() of samples alone counts: wide ones from the least to the greatest, seldom from 0.
histo_cl::Problem default_problem_of(SampleType sample) {
    auto problem = histo_cl::default_problem(sample, std::span<const std::byte>());
    if (is_float(sample) || bytes(sample) > 2) problem.axes = {histo_cl::even_bins(256, 3, 1003)};
    return problem;
}

Warm warm(const Subject& subject) {
    return {to_string(subject), problem_of(subject, elements)};
}

} // namespace

std::vector<Warm> common_problems() {
    std::vector<Warm> problems;
    for (const auto sample : histo_cl::all_sample_types) {
        problems.push_back({std::string(name(sample)) + ", default bins", default_problem_of(sample)});
        const bool narrow = bytes(sample) <= 2;
        for (const auto counter : {CounterType::u32, CounterType::u64}) {
            problems.push_back(warm({.sample = sample, .bins = 256, .counter = counter}));
            if (narrow) continue;
            problems.push_back(warm({.sample = sample, .bins = 65536, .counter = counter}));
            if (is_float(sample))
                problems.push_back(
                    warm({.sample = sample, .bins = 256, .binning = "log", .counter = counter}));
        }
    }
    return problems;
}

std::vector<Warm> problems_of(const std::vector<Subject>& subjects) {
    std::vector<Warm> problems;
    std::ranges::transform(subjects, std::back_inserter(problems), warm);
    return problems;
}

void warm_caches(const histo_cl::Device& device, const std::vector<Warm>& problems) {
    std::size_t width = 0;
    for (const auto& problem : problems)
        width = std::max(width, problem.name.size());
    const cl::Context context(cl::Device(device.id, true));
    const common::Stopwatch all;
    std::size_t built = 0;
    for (const auto& [name, problem] : problems) {
        common::print(common::pad_right(name, width + 2));
        const common::Stopwatch one;
        try {
            const histo_cl::Plan plan(context(), device.id, problem);
            const auto took = common::duration(one.seconds());
            built += plan.built_from_cache() ? 0U : 1U;
            common::print((plan.built_from_cache() ? "there already, " : "built, ") + took + '\n');
        } catch (const histo_cl::Error& error) {
            if (error.status() != histo_cl::Status::unsupported) throw;
            common::print(common::wrapped(error.what(), common::line_columns(), width + 2) + "\n");
        }
    }
    common::print("\nbuilt " + std::to_string(built) + (built == 1 ? " program in " : " programs in ") +
                  common::duration(all.seconds()) + '\n');
}

} // namespace tune
