// The plans of operations: maps, equalization, summaries, subtraction.

#include "c_api/convert.hpp"
#include "c_api/enums.hpp"
#include "c_api/guard.hpp"
#include "c_api/sized.hpp"
#include "histo_cl/equalization_plan.hpp"
#include "histo_cl/map_plan.hpp"
#include "histo_cl/subtraction_plan.hpp"
#include "histo_cl/summary_plan.hpp"

using namespace histo_cl::c_api;

namespace {

histo_cl::EqualizationJob to_op_job(const histo_cl_equalization_job* pointer) {
    const auto given = read(pointer, "job");
    const histo_cl::EqualizationJob unset;
    return {.counts = to_memory(given.counts, given.counts_pointer, "job.counts"),
            .bins = given.bins != 0 ? given.bins : unset.bins,
            .histograms = given.histograms != 0 ? given.histograms : unset.histograms,
            .maps = to_memory(given.maps, given.maps_pointer, "job.maps"),
            .rule = from_c<histo_cl::MapRule>(given.rule, "rule"),
            .levels = given.levels != 0 ? given.levels : unset.levels,
            .clip_limit = given.clip_limit,
            .reference = to_memory(given.reference, given.reference_pointer, "job.reference"),
            .reference_bins = given.reference_bins != 0 ? given.reference_bins : unset.reference_bins};
}

histo_cl::SampleType to_type(histo_cl_sample_type type, std::string_view what) {
    return optional_from_c<histo_cl::SampleType>(type, what).value_or(histo_cl::SampleType::u8);
}

histo_cl::MapJob to_op_job(const histo_cl_map_job* pointer) {
    const auto given = read(pointer, "job");
    return {.source = to_memory(given.source, given.source_pointer, "job.source"),
            .source_offset = given.source_offset,
            .source_pitch = given.source_pitch,
            .destination = to_memory(given.destination, given.destination_pointer, "job.destination"),
            .destination_offset = given.destination_offset,
            .destination_pitch = given.destination_pitch,
            .width = given.width,
            .height = given.height != 0 ? given.height : histo_cl::MapJob().height,
            .channels = given.channels != 0 ? given.channels : histo_cl::MapJob().channels,
            .maps = to_memory(given.maps, given.maps_pointer, "job.maps"),
            .values = given.values != 0 ? given.values : histo_cl::MapJob().values,
            .tile_width = given.tile_width,
            .tile_height = given.tile_height,
            .tiles_across = given.tiles_across,
            .tiles_down = given.tiles_down};
}

histo_cl::SummaryJob to_op_job(const histo_cl_summary_job* pointer) {
    const auto given = read(pointer, "job");
    return {.samples = to_memory(given.samples, given.samples_pointer, "job.samples"),
            .sample_offset = given.sample_offset,
            .count = given.count,
            .summary = to_memory(given.summary, given.summary_pointer, "job.summary")};
}

histo_cl::SubtractionJob to_op_job(const histo_cl_subtraction_job* pointer) {
    const auto given = read(pointer, "job");
    return {.minuend = to_memory(given.minuend, given.minuend_pointer, "job.minuend"),
            .subtrahend = to_memory(given.subtrahend, given.subtrahend_pointer, "job.subtrahend"),
            .difference = to_memory(given.difference, given.difference_pointer, "job.difference"),
            .counters = given.counters};
}

/// Enqueues a job of a plan for an operation. to_op_job() converts the job.
template <class Plan, class Job>
histo_cl_status enqueue(const Plan* plan, cl_command_queue queue, const Job* job, std::size_t wait_count,
                        const cl_event* wait, cl_event* event) noexcept {
    return guarded([&] {
        const auto events = to_wait_list(wait, wait_count);
        deref(plan, "plan").plan.enqueue(queue, to_op_job(job), events, event);
    });
}

} // namespace

histo_cl_status histo_cl_equalization_plan_create(cl_context context, cl_device_id device,
                                                  histo_cl_counter_type counter,
                                                  const histo_cl_options* options,
                                                  histo_cl_equalization_plan** plan) noexcept {
    return create(plan, "plan", [&] {
        return histo_cl::EqualizationPlan(context, device, from_c<histo_cl::CounterType>(counter, "counter"),
                                          to_options(options));
    });
}

void histo_cl_equalization_plan_release(histo_cl_equalization_plan* plan) noexcept {
    delete plan;
}

histo_cl_status histo_cl_equalization_plan_enqueue(const histo_cl_equalization_plan* plan,
                                                   cl_command_queue queue,
                                                   const histo_cl_equalization_job* job,
                                                   std::size_t wait_count, const cl_event* wait,
                                                   cl_event* event) noexcept {
    return enqueue(plan, queue, job, wait_count, wait, event);
}

histo_cl_status histo_cl_map_plan_create(cl_context context, cl_device_id device, histo_cl_sample_type source,
                                         histo_cl_sample_type destination, const histo_cl_options* options,
                                         histo_cl_map_plan** plan) noexcept {
    return create(plan, "plan", [&] {
        return histo_cl::MapPlan(context, device, to_type(source, "source"),
                                 to_type(destination, "destination"), to_options(options));
    });
}

histo_cl_status histo_cl_map_plan_create_for_images(cl_context context, cl_device_id device,
                                                    histo_cl_channel_type source,
                                                    histo_cl_channel_type destination,
                                                    const histo_cl_options* options,
                                                    histo_cl_map_plan** plan) noexcept {
    return create(plan, "plan", [&] {
        return histo_cl::MapPlan(context, device, from_c<histo_cl::ChannelType>(source, "source"),
                                 from_c<histo_cl::ChannelType>(destination, "destination"),
                                 to_options(options));
    });
}

void histo_cl_map_plan_release(histo_cl_map_plan* plan) noexcept {
    delete plan;
}

histo_cl_status histo_cl_map_plan_enqueue(const histo_cl_map_plan* plan, cl_command_queue queue,
                                          const histo_cl_map_job* job, std::size_t wait_count,
                                          const cl_event* wait, cl_event* event) noexcept {
    return enqueue(plan, queue, job, wait_count, wait, event);
}
histo_cl_status histo_cl_summary_plan_create(cl_context context, cl_device_id device,
                                             histo_cl_sample_type sample, const histo_cl_options* options,
                                             histo_cl_summary_plan** plan) noexcept {
    return create(plan, "plan", [&] {
        return histo_cl::SummaryPlan(context, device, to_type(sample, "sample"), to_options(options));
    });
}

void histo_cl_summary_plan_release(histo_cl_summary_plan* plan) noexcept {
    delete plan;
}

histo_cl_status histo_cl_summary_plan_bytes(const histo_cl_summary_plan* plan,
                                            std::uint64_t* bytes) noexcept {
    return guarded([&] { deref(bytes, "bytes") = deref(plan, "plan").plan.bytes(); });
}

histo_cl_status histo_cl_summary_plan_enqueue(const histo_cl_summary_plan* plan, cl_command_queue queue,
                                              const histo_cl_summary_job* job, std::size_t wait_count,
                                              const cl_event* wait, cl_event* event) noexcept {
    return enqueue(plan, queue, job, wait_count, wait, event);
}

histo_cl_status histo_cl_summary_plan_read(const histo_cl_summary_plan* plan, const void* content,
                                           std::size_t bytes, histo_cl_sample_summary* summary) noexcept {
    return guarded([&] {
        check_sized(summary, "summary");
        const auto given = array(static_cast<const std::byte*>(content), bytes, "content");
        write(to_c(deref(plan, "plan").plan.read(given)), summary, "summary");
    });
}

histo_cl_status histo_cl_summary_plan_summarize(const histo_cl_summary_plan* plan, cl_command_queue queue,
                                                const histo_cl_summary_job* job, std::size_t wait_count,
                                                const cl_event* wait,
                                                histo_cl_sample_summary* summary) noexcept {
    return guarded([&] {
        check_sized(summary, "summary");
        write(to_c(deref(plan, "plan").plan.summarize(queue, to_op_job(job), to_wait_list(wait, wait_count))),
              summary, "summary");
    });
}

histo_cl_status histo_cl_subtraction_plan_create(cl_context context, cl_device_id device,
                                                 histo_cl_counter_type counter,
                                                 const histo_cl_options* options,
                                                 histo_cl_subtraction_plan** plan) noexcept {
    return create(plan, "plan", [&] {
        return histo_cl::SubtractionPlan(context, device, from_c<histo_cl::CounterType>(counter, "counter"),
                                         to_options(options));
    });
}

void histo_cl_subtraction_plan_release(histo_cl_subtraction_plan* plan) noexcept {
    delete plan;
}

histo_cl_status histo_cl_subtraction_plan_enqueue(const histo_cl_subtraction_plan* plan,
                                                  cl_command_queue queue, const histo_cl_subtraction_job* job,
                                                  std::size_t wait_count, const cl_event* wait,
                                                  cl_event* event) noexcept {
    return enqueue(plan, queue, job, wait_count, wait, event);
}
