#include "histo_cl/plan.hpp"

#include "c_api/counts.hpp"
#include "c_api/guard.hpp"
#include "c_api/sized.hpp"
#include "device/recording.hpp"
#include "histo_cl/decision.hpp"
#include "histo_cl/kernel_source.hpp"
#include "plan/plan.hpp"

#include <functional>

using namespace histo_cl::c_api;

namespace {

/// Writes function(plan, histograms) to the caller's variable. The function returns a plan's number of bytes
/// for `histograms` histograms.
template <class Function>
histo_cl_status give_bytes(const histo_cl_plan* plan, std::uint64_t histograms, std::uint64_t* bytes,
                           const Function& function) noexcept {
    return guarded([&] {
        if (histograms > histo_cl::max_histograms)
            invalid("histograms is ", histograms, "; allowed are 0 to ", histo_cl::max_histograms);
        deref(bytes, "bytes") = std::invoke(function, deref(plan, "plan").plan, histograms);
    });
}

histo_cl::KernelSource source_for(const histo_cl_problem* problem, const histo_cl_decision* decision) {
    return histo_cl::kernel_source(to_problem(problem), deref(decision, "decision").decision);
}

} // namespace

histo_cl_status histo_cl_plan_create(cl_context context, cl_device_id device, const histo_cl_problem* problem,
                                     const histo_cl_options* options, histo_cl_plan** plan) noexcept {
    return create(plan, "plan",
                  [&] { return histo_cl::Plan(context, device, to_problem(problem), to_options(options)); });
}

histo_cl_status histo_cl_plan_retain(histo_cl_plan* plan) noexcept {
    return guarded([&] { deref(plan, "plan").references.fetch_add(1, std::memory_order_relaxed); });
}

void histo_cl_plan_release(histo_cl_plan* plan) noexcept {
    if (plan != nullptr && plan->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete plan;
}

histo_cl_status histo_cl_plan_get_problem(const histo_cl_plan* plan, histo_cl_problem* problem) noexcept {
    return guarded([&] { write(deref(plan, "plan").problem.get(), problem, "problem"); });
}

histo_cl_status histo_cl_plan_get_decision(const histo_cl_plan* plan,
                                           const histo_cl_decision** decision) noexcept {
    return guarded([&] { deref(decision, "decision") = &deref(plan, "plan").decision; });
}

histo_cl_status histo_cl_plan_get_profile(const histo_cl_plan* plan,
                                          histo_cl_device_profile* profile) noexcept {
    return guarded([&] { write(to_c(deref(plan, "plan").plan.profile()), profile, "profile"); });
}

histo_cl_status histo_cl_plan_workspace_bytes(const histo_cl_plan* plan, std::uint64_t histograms,
                                              std::uint64_t* bytes) noexcept {
    return give_bytes(plan, histograms, bytes, &histo_cl::Plan::workspace_bytes);
}

histo_cl_status histo_cl_plan_threshold_bytes(const histo_cl_plan* plan, std::uint64_t* bytes) noexcept {
    return guarded([&] { deref(bytes, "bytes") = deref(plan, "plan").plan.threshold_bytes(); });
}

histo_cl_status histo_cl_plan_count_bytes(const histo_cl_plan* plan, std::uint64_t histograms,
                                          std::uint64_t* bytes) noexcept {
    return give_bytes(plan, histograms, bytes, &histo_cl::Plan::count_bytes);
}

histo_cl_status histo_cl_plan_built_from_cache(const histo_cl_plan* plan,
                                               std::int32_t* built_from_cache) noexcept {
    return guarded([&] {
        deref(built_from_cache, "built_from_cache") = deref(plan, "plan").plan.built_from_cache() ? 1 : 0;
    });
}

histo_cl_status histo_cl_plan_enqueue(const histo_cl_plan* plan, cl_command_queue queue,
                                      const histo_cl_job* job, std::size_t wait_count, const cl_event* wait,
                                      cl_event* event) noexcept {
    return histo_cl_plan_enqueue_with_events(plan, queue, job, wait_count, wait, event, nullptr);
}

histo_cl_status histo_cl_plan_enqueue_with_events(const histo_cl_plan* plan, cl_command_queue queue,
                                                  const histo_cl_job* job, std::size_t wait_count,
                                                  const cl_event* wait, cl_event* event,
                                                  cl_event* first) noexcept {
    return guarded([&] {
        JobParts parts;
        deref(plan, "plan")
            .plan.enqueue(queue, to_job(job, parts), to_wait_list(wait, wait_count), event, first);
    });
}

histo_cl_status histo_cl_plan_record(const histo_cl_plan* plan, cl_command_buffer_khr buffer,
                                     cl_command_queue queue, const histo_cl_job* job, std::size_t wait_count,
                                     const cl_sync_point_khr* wait, cl_sync_point_khr* done) noexcept {
    return guarded([&] {
        JobParts parts;
        deref(plan, "plan")
            .plan.record(buffer, queue, to_job(job, parts),
                         array(wait, wait_count, "wait", histo_cl::detail::max_sync_points), done);
    });
}

histo_cl_status histo_cl_plan_count(const histo_cl_plan* plan, cl_command_queue queue,
                                    const histo_cl_job* job, std::size_t wait_count, const cl_event* wait,
                                    void* counts, std::size_t capacity) noexcept {
    return guarded([&] {
        const auto& device_plan = deref(plan, "plan").plan;
        JobParts parts;
        const auto device_job = to_job(job, parts);
        const auto events = to_wait_list(wait, wait_count);
        const auto shape = histo_cl::detail::check_shape(
            histo_cl::detail::CheckedProblem::copy(device_plan.problem()), device_job.shape);
        check_room(device_plan.problem(), shape, counts, capacity);
        write_counts(device_plan.problem(),
                     histo_cl::detail::count_sums(device_plan, queue, device_job, shape, events), counts);
    });
}

histo_cl_status histo_cl_choose(const histo_cl_device_profile* profile, const histo_cl_problem* problem,
                                const histo_cl_options* options, const histo_cl_rejection* refused,
                                std::size_t refused_count, histo_cl_decision** decision) noexcept {
    return create(decision, "decision", [&] {
        return histo_cl::choose(to_profile(profile), to_problem(problem), to_options(options),
                                to_rejections(refused, refused_count));
    });
}

histo_cl_status histo_cl_choose_for_host_data(const histo_cl_device_profile* profile,
                                              const histo_cl_problem* problem, const histo_cl_shape* shape,
                                              const histo_cl_options* options, const double* seconds_unbuilt,
                                              histo_cl_decision** decision) noexcept {
    return create(decision, "decision", [&] {
        const auto unbuilt = seconds_unbuilt == nullptr ? std::nullopt : std::optional(*seconds_unbuilt);
        return histo_cl::choose_for_host_data(to_profile(profile), to_problem(problem),
                                              to_shape(shape, "shape"), to_options(options), unbuilt);
    });
}

void histo_cl_decision_release(histo_cl_decision* decision) noexcept {
    delete decision;
}

histo_cl_status histo_cl_decision_get_fields(const histo_cl_decision* decision,
                                             histo_cl_decision_fields* fields) noexcept {
    return guarded([&] {
        const auto& known = deref(decision, "decision");
        write(to_c(known.decision, known.rejections), fields, "fields");
    });
}

histo_cl_status histo_cl_decision_text(const histo_cl_decision* decision, char* text, std::size_t capacity,
                                       std::size_t* length) noexcept {
    return guarded([&] {
        write_text(histo_cl::to_string(deref(decision, "decision").decision), text, capacity, length);
    });
}

histo_cl_status histo_cl_launched_groups(const histo_cl_decision* decision, std::uint64_t samples,
                                         std::uint32_t* groups) noexcept {
    return guarded([&] {
        deref(groups, "groups") = histo_cl::launched_groups(deref(decision, "decision").decision, samples);
    });
}

histo_cl_status histo_cl_kernel_source(const histo_cl_problem* problem, const histo_cl_decision* decision,
                                       char* text, std::size_t capacity, std::size_t* length) noexcept {
    return guarded([&] { write_text(source_for(problem, decision).source, text, capacity, length); });
}

histo_cl_status histo_cl_kernel_build_options(const histo_cl_problem* problem,
                                              const histo_cl_decision* decision, char* text,
                                              std::size_t capacity, std::size_t* length) noexcept {
    return guarded([&] { write_text(source_for(problem, decision).build_options, text, capacity, length); });
}
