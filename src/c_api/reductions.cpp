#include "c_api/convert.hpp"
#include "c_api/enums.hpp"
#include "c_api/guard.hpp"
#include "c_api/sized.hpp"
#include "device/commands.hpp"
#include "histo_cl/subtraction_plan.hpp"
#include "histo_cl/summary_plan.hpp"

using namespace histo_cl::c_api;

namespace {

histo_cl::SummaryJob to_summary_job(const histo_cl_summary_job* pointer) {
    const auto given = read(pointer, "job");
    return {.samples = to_memory(given.samples, given.samples_pointer, "job.samples"),
            .sample_offset = given.sample_offset,
            .count = given.count,
            .summary = to_memory(given.summary, given.summary_pointer, "job.summary")};
}

void write_summary(const histo_cl::SampleSummary& found, histo_cl_sample_summary* summary) {
    write({.struct_size = sizeof(histo_cl_sample_summary),
           .count = found.count,
           .least = found.least,
           .greatest = found.greatest,
           .standard_deviation = found.standard_deviation,
           .skewness = found.skewness,
           .interquartile_range = found.interquartile_range,
           .min_width = found.min_width},
          summary, "summary");
}

histo_cl::SubtractionJob to_subtraction_job(const histo_cl_subtraction_job* pointer) {
    const auto given = read(pointer, "job");
    return {.minuend = to_memory(given.minuend, given.minuend_pointer, "job.minuend"),
            .subtrahend = to_memory(given.subtrahend, given.subtrahend_pointer, "job.subtrahend"),
            .difference = to_memory(given.difference, given.difference_pointer, "job.difference"),
            .counters = given.counters};
}

} // namespace

histo_cl_status histo_cl_summary_plan_create(cl_context context, cl_device_id device,
                                             histo_cl_sample_type sample, const histo_cl_options* options,
                                             histo_cl_summary_plan** plan) noexcept {
    return guarded([&] {
        const auto type = optional_from_c<histo_cl::SampleType>(sample, "sample");
        give(plan, "plan", [&] {
            return histo_cl::SummaryPlan(context, device, type.value_or(histo_cl::SampleType::u8),
                                         to_options(options));
        });
    });
}

void histo_cl_summary_plan_release(histo_cl_summary_plan* plan) noexcept {
    delete plan;
}

histo_cl_status histo_cl_summary_plan_bytes(const histo_cl_summary_plan* plan,
                                            std::uint64_t* bytes) noexcept {
    return guarded([&] { deref(bytes, "bytes") = deref(plan, "plan").plan.summary_bytes(); });
}

histo_cl_status histo_cl_summary_plan_enqueue(const histo_cl_summary_plan* plan, cl_command_queue queue,
                                              const histo_cl_summary_job* job, std::size_t wait_count,
                                              const cl_event* wait, cl_event* event) noexcept {
    return guarded([&] {
        deref(plan, "plan").plan.enqueue(queue, to_summary_job(job), to_wait_list(wait, wait_count), event);
    });
}

histo_cl_status histo_cl_summary_plan_read(const histo_cl_summary_plan* plan, const void* content,
                                           std::size_t bytes, histo_cl_sample_summary* summary) noexcept {
    return guarded([&] {
        check_sized(summary, "summary");
        const auto given = array(static_cast<const std::byte*>(content), bytes, "content");
        write_summary(deref(plan, "plan").plan.summary(given), summary);
    });
}

histo_cl_status histo_cl_summary_plan_summarize(const histo_cl_summary_plan* plan, cl_command_queue queue,
                                                const histo_cl_summary_job* job, std::size_t wait_count,
                                                const cl_event* wait,
                                                histo_cl_sample_summary* summary) noexcept {
    return guarded([&] {
        check_sized(summary, "summary");
        write_summary(
            deref(plan, "plan").plan.summarize(queue, to_summary_job(job), to_wait_list(wait, wait_count)),
            summary);
    });
}

histo_cl_status histo_cl_subtraction_plan_create(cl_context context, cl_device_id device,
                                                 histo_cl_counter_type counter,
                                                 const histo_cl_options* options,
                                                 histo_cl_subtraction_plan** plan) noexcept {
    return guarded([&] {
        give(plan, "plan", [&] {
            return histo_cl::SubtractionPlan(
                context, device, from_c<histo_cl::CounterType>(counter, "counter"), to_options(options));
        });
    });
}

void histo_cl_subtraction_plan_release(histo_cl_subtraction_plan* plan) noexcept {
    delete plan;
}

histo_cl_status histo_cl_subtraction_plan_enqueue(const histo_cl_subtraction_plan* plan,
                                                  cl_command_queue queue, const histo_cl_subtraction_job* job,
                                                  std::size_t wait_count, const cl_event* wait,
                                                  cl_event* event) noexcept {
    return guarded([&] {
        const auto events = array(wait, wait_count, "wait", histo_cl::detail::max_wait_events);
        deref(plan, "plan").plan.enqueue(queue, to_subtraction_job(job), events, event);
    });
}
