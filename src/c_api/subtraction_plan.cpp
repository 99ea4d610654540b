#include "histo_cl/subtraction_plan.hpp"

#include "c_api/convert.hpp"
#include "c_api/enums.hpp"
#include "c_api/guard.hpp"
#include "c_api/handles.hpp"
#include "c_api/sized.hpp"
#include "opencl/commands.hpp"

using namespace histo_cl::c_api;

namespace {

histo_cl::SubtractionJob to_subtraction_job(const histo_cl_subtraction_job* pointer) {
    const auto given = read(pointer, "job");
    return {.minuend = to_memory(given.minuend, given.minuend_pointer, "job.minuend"),
            .subtrahend = to_memory(given.subtrahend, given.subtrahend_pointer, "job.subtrahend"),
            .difference = to_memory(given.difference, given.difference_pointer, "job.difference"),
            .counters = given.counters};
}

} // namespace

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
