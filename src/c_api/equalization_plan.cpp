#include "histo_cl/equalization_plan.hpp"

#include "c_api/convert.hpp"
#include "c_api/enums.hpp"
#include "c_api/guard.hpp"
#include "c_api/handles.hpp"
#include "c_api/sized.hpp"
#include "opencl/commands.hpp"

using namespace histo_cl::c_api;

namespace {

histo_cl::EqualizationJob to_equalization_job(const histo_cl_equalization_job* pointer) {
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

} // namespace

histo_cl_status histo_cl_equalization_plan_create(cl_context context, cl_device_id device,
                                                  histo_cl_counter_type counter,
                                                  const histo_cl_options* options,
                                                  histo_cl_equalization_plan** plan) noexcept {
    return guarded([&] {
        give(plan, "plan", [&] {
            return histo_cl::EqualizationPlan(
                context, device, from_c<histo_cl::CounterType>(counter, "counter"), to_options(options));
        });
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
    return guarded([&] {
        const auto events = array(wait, wait_count, "wait", histo_cl::detail::max_wait_events);
        deref(plan, "plan").plan.enqueue(queue, to_equalization_job(job), events, event);
    });
}
