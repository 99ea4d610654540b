#include "histo_cl/histogram.hpp"

#include "c_api/enums.hpp"
#include "c_api/guard.hpp"
#include "c_api/handles.hpp"
#include "c_api/sized.hpp"
#include "histo_cl/reference.hpp"
#include "problem/wide_counter.hpp"

#include <algorithm>
#include <cstring>

using namespace histo_cl::c_api;

namespace {

/// The problem with counters of 64 bits, of the type that its weights need, as the calls below count.
histo_cl::Problem wide_problem(const histo_cl_problem* given) {
    auto problem = to_problem(given);
    problem.counter = histo_cl::detail::wide_counter(problem.weights).value_or(problem.counter);
    problem.validate();
    return problem;
}

/// Before any counting: the shape is fit, and its counts fit the caller's.
void check_room(const histo_cl::Problem& problem, const histo_cl::Shape& shape, const void* counts,
                std::size_t capacity) {
    (void)histo_cl::footprint(problem, shape);
    const auto histograms = histo_cl::histograms(problem, shape);
    const auto counters = problem.counters();
    if (histograms > capacity / counters)
        invalid("counts has room for " + std::to_string(capacity) + " counters, " +
                std::to_string(histograms) + " histograms of " + std::to_string(counters) + " are asked for");
    if (histograms != 0) require(counts, "counts");
}

void write_counts(const std::vector<std::uint64_t>& values, void* counts) noexcept {
    if (!values.empty()) std::memcpy(counts, values.data(), values.size() * sizeof values.front());
}

} // namespace

histo_cl_status histo_cl_histogram(const histo_cl_problem* problem, const histo_cl_host_data* data,
                                   const histo_cl_options* options, const histo_cl_device* device,
                                   void* counts, std::size_t capacity) noexcept {
    return guarded([&] {
        const auto wide = wide_problem(problem);
        const auto host_data = to_host_data(data, wide);
        const auto knobs = to_options(options);
        check_room(wide, host_data.shape, counts, capacity);
        write_counts(device == nullptr ? histo_cl::histogram(wide, host_data, knobs)
                                       : histo_cl::histogram(wide, host_data, knobs, device->device),
                     counts);
    });
}

void histo_cl_release_kept_plans() noexcept {
    histo_cl::release_kept_plans();
}

histo_cl_status histo_cl_histogram_on_device(cl_command_queue queue, const histo_cl_problem* problem,
                                             const histo_cl_job* job, const histo_cl_options* options,
                                             void* counts, std::size_t capacity) noexcept {
    return guarded([&] {
        const auto wide = wide_problem(problem);
        const auto device_job = to_job(job);
        check_room(wide, device_job.shape, counts, capacity);
        write_counts(histo_cl::histogram(queue, wide, device_job, to_options(options)), counts);
    });
}

histo_cl_status histo_cl_reference_histogram(const histo_cl_problem* problem, const histo_cl_host_data* data,
                                             void* counts, std::size_t capacity) noexcept {
    return guarded([&] {
        const auto wide = wide_problem(problem);
        const auto host_data = to_host_data(data, wide);
        check_room(wide, host_data.shape, counts, capacity);
        write_counts(histo_cl::reference_histogram(wide, host_data), counts);
    });
}

histo_cl_status histo_cl_default_problem(histo_cl_sample_type sample, const void* samples, std::size_t bytes,
                                         histo_cl_binning* binning, histo_cl_problem* problem) noexcept {
    return guarded([&] {
        const auto type = from_c<histo_cl::SampleType>(sample, "sample");
        check_sized(binning, "binning");
        check_sized(problem, "problem");
        const ProblemView view(
            histo_cl::default_problem(type, array(static_cast<const std::byte*>(samples), bytes, "samples")));
        write(*view.get().axes, binning);
        write(view.get(), problem);
        problem->axes = binning;
    });
}
