#include "plan/check_job.hpp"

#include "core/invalid.hpp"
#include "plan/check_image.hpp"
#include "plan/check_objects.hpp"

#include <utility>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// A buffer of a job that kernels read; only where the problem has such.
void check_input(const PlanState& plan, const char* which, bool wanted, cl_mem buffer, std::uint64_t bytes) {
    if (!wanted) {
        if (buffer != nullptr) invalid("a ", which, " buffer is given, but the problem has no ", which);
        return;
    }
    check_readable(plan.made_for(), which, buffer, bytes);
}

/// Which of a job's input buffers this one is, if it is one of them.
void check_apart(const Job& job, const char* which, cl_mem buffer) {
    for (const auto& [name, input] :
         {std::pair("samples", job.samples), std::pair("mask", job.mask), std::pair("weights", job.weights)})
        if (buffer == input) invalid("the ", name, " and the ", which, " are the same buffer");
    for (std::size_t channel = 0; channel < job.arrays.size(); ++channel)
        if (buffer == job.arrays[channel].samples)
            invalid("array ", channel, " and the ", which, " are the same buffer");
}

/// The buffers of separate channels that are counted.
void check_arrays(const PlanState& plan, const Job& job, const Footprint& used) {
    const auto& problem = plan.problem;
    if (job.samples != nullptr)
        invalid("a samples buffer is given: the samples of separate channels are in job.arrays");
    if (job.sample_offset != 0)
        invalid("sample_offset ", job.sample_offset, " of separate channels: each array has one");
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        const auto channel = problem.channel(axis);
        const auto& [samples, offset] = job.arrays[channel];
        const auto which = concat("array ", channel);
        check_readable(
            plan.made_for(), which.c_str(), samples,
            end_of(which.c_str(), offset, bytes(stored_type(problem, axis)), used.arrays.at(channel)));
    }
}

/// The samples, wherever the problem has them.
void check_samples(const PlanState& plan, const Job& job, const CheckedShape& shape) {
    const auto& problem = plan.problem;
    check_array_count(problem, job.arrays.size());
    if (is_separate(problem)) return check_arrays(plan, job, shape.footprint);
    if (problem.layout.image) return check_image(plan, job, shape);
    check_input(plan, "samples", true, job.samples,
                end_of("samples", job.sample_offset, bytes(problem.sample), shape.footprint.samples));
}

void check_workspace(const PlanState& plan, const Job& job, std::uint64_t histograms) {
    const auto bytes = plan.workspace_bytes(histograms);
    if (bytes > plan.workspace_limit)
        invalid(histograms, " histograms of ", plan.problem.counters(), " weighted counters need ", bytes,
                " B of workspace, the limit is ", plan.workspace_limit, " B");
    if (job.workspace == nullptr || bytes == 0) return;
    const auto flags = check_buffer(plan.made_for(), "workspace", job.workspace, bytes);
    if ((flags & (CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY)) != 0)
        invalid("the workspace must be readable and writable for kernels (CL_MEM_READ_WRITE)");
    constexpr cl_mem_flags unreadable = CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_WRITE_ONLY;
    if (plan.decision.merge == Merge::host && (flags & unreadable) != 0)
        invalid("the workspace must be readable for the host, which merges");
    check_apart(job, "workspace", job.workspace);
    if (job.workspace == job.counts) invalid("the counts and the workspace are the same buffer");
}

} // namespace

void check_queue(const PlanState& plan, cl_command_queue queue) {
    check_queue(plan.made_for(), queue);
}

void check_job(const PlanState& plan, const Job& job, const CheckedShape& shape,
               std::span<const cl_event> wait) {
    const auto& problem = plan.problem;
    const auto& used = shape.footprint;
    check_samples(plan, job, shape);
    check_input(plan, "mask", problem.layout.mask, job.mask, end_of("mask", job.mask_offset, 1, used.mask));
    check_input(
        plan, "weights", problem.weights.has_value(), job.weights,
        end_of("weights", job.weight_offset, problem.weights ? bytes(*problem.weights) : 1, used.weights));
    check_workspace(plan, job, shape.histograms);
    check_events(plan.made_for(), wait);
}

void check_counts(const PlanState& plan, const Job& job, const CheckedShape& shape) {
    const auto flags =
        check_buffer(plan.made_for(), "counts", job.counts, plan.count_bytes(shape.histograms));
    if ((flags & (CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY)) != 0)
        invalid("the counts buffer must be readable and writable for kernels (CL_MEM_READ_WRITE)");
    check_apart(job, "counts", job.counts);
}

void check_returned_counts(const Job& job) {
    if (job.counts != nullptr) invalid("a counts buffer is given: it must be null, the counts are returned");
    if (job.accumulate) invalid("accumulate is set: the counts are returned, there are none to add to");
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
