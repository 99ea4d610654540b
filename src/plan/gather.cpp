#include "plan/gather.hpp"

#include "device/objects.hpp"
#include "plan/arguments.hpp"
#include "plan/job_commands.hpp"
#include "plan/launch.hpp"

#include <algorithm>

namespace histo_cl::detail {
namespace {

std::size_t axes_of(const PlanState& plan, const Pass& pass) {
    return plan.in_passes.plans[pass.problem]->problem.axes.size();
}

/// A kernel's arguments, with those that all have set.
Arguments arguments_of(cl_kernel kernel, const PlanState& plan, const Job& job, const CheckedShape& shape) {
    Arguments arguments(kernel);
    if (plan.problem.indices)
        arguments << KernelMemory(job.indices, plan.pointers) << job.index_offset << shape.source_count;
    return arguments;
}

} // namespace

GatheredElements::GatheredElements(const PlanState& plan, const CheckedShape& shape) {
    const auto& problem = plan.problem;
    const auto buffer = [&](std::uint64_t bytes) {
        return create_buffer(plan.context.get(), CL_MEM_READ_WRITE, std::max<std::uint64_t>(bytes, 1));
    };
    std::size_t axes = 0;
    for (const auto& pass : plan.in_passes.plans)
        axes = std::max(axes, pass->problem.axes.size());
    samples_ = buffer(saturating_multiply(shape.elements, axes * bytes(problem.sample)));
    if (!problem.indices) return;
    mask_ = buffer(shape.elements);
    skipped_ = create_zeros(plan.context.get(), sizeof(cl_uint));
    for (std::size_t v = 0; problem.weights && !problem.listed_weights && v < problem.weight_vectors; ++v)
        weights_.at(v) = buffer(saturating_multiply(shape.elements, bytes(*problem.weights)));
}

void GatheredElements::gather(CommandSink& commands, const PlanState& plan, const Job& job,
                              const CheckedShape& shape) const {
    if (!plan.problem.indices) return;
    const KernelMemory skipped =
        job.skipped == nullptr ? KernelMemory(skipped_.get()) : KernelMemory(job.skipped, plan.pointers);
    if (job.skipped != nullptr) commands.fill_zero(skipped, sizeof(cl_uint));
    if (shape.elements == 0) return;
    auto* const mask = commands.to_launch(plan.in_passes.gather_mask.get());
    auto arguments = arguments_of(mask, plan, job, shape);
    if (plan.problem.layout.mask) arguments << KernelMemory(job.mask, plan.pointers) << job.mask_offset;
    arguments << shape.elements << mask_.get() << skipped;
    launch_items(commands, mask, shape.elements);
    for (std::size_t vector = 0; vector < weights_.size(); ++vector) {
        if (!weights_.at(vector)) continue;
        const auto [weights, offset] = weights_of(job, vector);
        auto* const kernel = commands.to_launch(plan.in_passes.gather_weights.get());
        arguments_of(kernel, plan, job, shape)
            << KernelMemory(weights, plan.pointers) << offset << shape.elements << weights_.at(vector).get();
        launch_items(commands, kernel, shape.elements);
    }
}

void GatheredElements::gather_samples(CommandSink& commands, const PlanState& plan, const Job& job,
                                      const CheckedShape& shape, const Pass& pass) {
    const auto axes = axes_of(plan, pass);
    if (shape.elements == 0 ||
        (gathered_ != nullptr && gathered_->gathered == pass.gathered && axes_of(plan, *gathered_) == axes))
        return;
    gathered_ = &pass;
    const auto& steps = shape.pitches.steps;
    auto* const kernel = commands.to_launch(plan.in_passes.gather_samples.get());
    auto arguments = arguments_of(kernel, plan, job, shape);
    arguments << KernelMemory(job.samples, plan.pointers) << job.sample_offset << steps.element << steps.plane
              << shape.elements << static_cast<std::uint32_t>(axes);
    for (const auto channel : pass.gathered)
        arguments << channel;
    arguments << samples_.get();
    launch_items(commands, kernel, shape.elements);
}

Job GatheredElements::job_of(Job given, const Problem& problem, const Pass& pass) const {
    given.samples = samples_.get();
    given.sample_offset = 0;
    given.shape.source_count = given.shape.plane_pitch = 0;
    if (!problem.indices) return given;
    given.mask = mask_.get();
    given.mask_offset = 0;
    given.indices = given.skipped = {};
    given.index_offset = 0;
    if (pass.weight_vector && !problem.listed_weights) {
        given.weights = weights_.at(*pass.weight_vector).get();
        given.weight_offset = 0;
    }
    return given;
}

} // namespace histo_cl::detail
