#include "histo_cl/histogram.hpp"

#include "c_api/counts.hpp"
#include "c_api/enums.hpp"
#include "c_api/guard.hpp"
#include "c_api/sized.hpp"
#include "call/histogram.hpp"
#include "reference/reference.hpp"

#include <cstddef>

using namespace histo_cl::c_api;

namespace {

/// Calls make(type, samples), and writes the problem that it returns to the caller's binning and problem.
template <class Make>
void give_problem(histo_cl_binning* binning, histo_cl_problem* problem, histo_cl_sample_type sample,
                  const void* samples, std::size_t bytes, const Make& make) {
    const auto type =
        optional_from_c<histo_cl::SampleType>(sample, "sample").value_or(histo_cl::SampleType::u8);
    check_sized(binning, "binning");
    check_sized(problem, "problem");
    const ProblemView view(make(type, array(static_cast<const std::byte*>(samples), bytes, "samples")));
    write(*view.get().axes, binning, "binning");
    write(view.get(), problem, "problem");
    problem->axes = binning;
}

} // namespace

histo_cl_status histo_cl_histogram(const histo_cl_problem* problem, const histo_cl_host_data* data,
                                   const histo_cl_options* options, const histo_cl_device* device,
                                   void* counts, std::size_t capacity) noexcept {
    return guarded([&] {
        const auto given = to_problem(problem);
        const auto wide = histo_cl::detail::CheckedProblem::with_wide_counters(given);
        DataParts parts;
        const auto host_data = histo_cl::detail::check_data(wide, to_host_data(data, given, parts));
        const auto knobs = to_options(options);
        check_room(given, host_data.shape, counts, capacity);
        write_counts(
            given,
            histo_cl::detail::histogram(wide, host_data, knobs, device == nullptr ? nullptr : &device->device)
                .values,
            counts);
    });
}

void histo_cl_release_kept_plans() noexcept {
    histo_cl::release_kept_plans();
}

histo_cl_status histo_cl_histogram_on_device(cl_command_queue queue, const histo_cl_problem* problem,
                                             const histo_cl_job* job, std::size_t wait_count,
                                             const cl_event* wait, const histo_cl_options* options,
                                             void* counts, std::size_t capacity) noexcept {
    return guarded([&] {
        const auto given = to_problem(problem);
        const auto wide = histo_cl::detail::CheckedProblem::with_wide_counters(given);
        JobParts parts;
        const auto device_job = to_job(job, parts);
        const auto shape = histo_cl::detail::check_shape(wide, device_job.shape);
        check_room(given, shape, counts, capacity);
        write_counts(given,
                     histo_cl::detail::histogram(queue, wide, device_job, shape, to_options(options),
                                                 to_wait_list(wait, wait_count)),
                     counts);
    });
}

histo_cl_status histo_cl_reference_histogram(const histo_cl_problem* problem, const histo_cl_host_data* data,
                                             void* counts, std::size_t capacity) noexcept {
    return guarded([&] {
        const auto given = to_problem(problem);
        const auto wide = histo_cl::detail::CheckedProblem::with_wide_counters(given);
        DataParts parts;
        const auto host_data = histo_cl::detail::check_data(wide, to_host_data(data, given, parts));
        check_room(given, host_data.shape, counts, capacity);
        write_counts(given, histo_cl::detail::reference_counts(wide, host_data), counts);
    });
}

histo_cl_status histo_cl_default_problem(histo_cl_sample_type sample, const void* samples, std::size_t bytes,
                                         histo_cl_binning* binning, histo_cl_problem* problem) noexcept {
    return guarded([&] {
        give_problem(binning, problem, sample, samples, bytes, [](auto type, auto given) {
            return histo_cl::default_problem({type, given});
        });
    });
}

histo_cl_status histo_cl_default_problem_by_rule(histo_cl_sample_type sample, const void* samples,
                                                 std::size_t bytes, histo_cl_bin_rule rule,
                                                 histo_cl_binning* binning,
                                                 histo_cl_problem* problem) noexcept {
    return guarded([&] {
        const auto by = from_c<histo_cl::BinRule>(rule, "rule");
        give_problem(binning, problem, sample, samples, bytes, [&](auto type, auto given) {
            return histo_cl::default_problem({type, given}, by);
        });
    });
}

histo_cl_status histo_cl_bins_by_rule(histo_cl_bin_rule rule, const histo_cl_sample_summary* summary,
                                      std::uint32_t* bins) noexcept {
    return guarded([&] {
        deref(bins, "bins") =
            histo_cl::bins_by_rule(from_c<histo_cl::BinRule>(rule, "rule"), to_summary(summary));
    });
}

histo_cl_status histo_cl_default_problem_by_summary(histo_cl_sample_type sample,
                                                    const histo_cl_sample_summary* summary,
                                                    histo_cl_bin_rule rule, histo_cl_binning* binning,
                                                    histo_cl_problem* problem) noexcept {
    return guarded([&] {
        const auto by = from_c<histo_cl::BinRule>(rule, "rule");
        const auto known = to_summary(summary);
        give_problem(binning, problem, sample, nullptr, 0,
                     [&](auto type, auto /*samples*/) { return histo_cl::default_problem(type, known, by); });
    });
}
