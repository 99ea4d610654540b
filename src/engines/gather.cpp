#include "core/integers.hpp"
#include "device/objects.hpp"
#include "engines/passes.hpp"

#include <algorithm>

namespace histo_cl::detail {

Arguments GatheredElements::first_arguments(cl_kernel kernel) const {
    Arguments arguments(kernel);
    if (engine_.problem().layout.indices)
        arguments << engine_.device().memory(job_.indices) << job_.index_offset << shape_.source_count;
    return arguments;
}

GatheredElements::GatheredElements(const Engine& engine, const GatherKernels& kernels, const Job& job,
                                   const CheckedShape& shape, std::size_t max_axes)
    : engine_(engine), kernels_(kernels), job_(job), shape_(shape) {
    const auto& problem = engine.problem();
    const auto buffer = [&](std::uint64_t bytes) {
        return create_buffer(engine.context(), CL_MEM_READ_WRITE, std::max<std::uint64_t>(bytes, 1));
    };
    samples_ = buffer(saturating_multiply(shape.elements, max_axes * bytes(problem.sample)));
    if (!problem.layout.indices) return;
    mask_ = buffer(shape.elements);
    skipped_ = create_zeros(engine.context(), sizeof(cl_uint));
    for (std::size_t v = 0; problem.weights.type && !problem.weights.listed && v < problem.weights.vectors;
         ++v) {
        weights_.at(v) = buffer(saturating_multiply(shape.elements, bytes(*problem.weights.type)));
        weight_buffers_.push_back({weights_.at(v).get()});
    }
}

void GatheredElements::gather_common(CommandSink& commands) const {
    for (const auto* memory : {&samples_, &mask_, &skipped_})
        commands.keep(*memory);
    for (const auto& weights : weights_)
        commands.keep(weights);
    const auto& problem = engine_.problem();
    const auto& device = engine_.device();
    if (!problem.layout.indices) return;
    const auto skipped = job_.skipped == nullptr ? KernelMemory(skipped_.get()) : device.memory(job_.skipped);
    if (job_.skipped != nullptr) commands.fill_zero(skipped, sizeof(cl_uint));
    if (shape_.elements == 0) return;
    auto* const mask = commands.to_launch(kernels_.mask.get());
    auto arguments = first_arguments(mask);
    if (problem.layout.mask) arguments << device.memory(job_.mask) << job_.mask_offset;
    arguments << shape_.elements << mask_.get() << skipped;
    launch_items(commands, mask, shape_.elements);
    for (std::size_t vector = 0; vector < weights_.size(); ++vector) {
        if (!weights_.at(vector)) continue;
        const auto [weights, offset] = weights_of(job_, vector);
        auto* const kernel = commands.to_launch(kernels_.weights.get());
        first_arguments(kernel) << device.memory(weights) << offset << weight_step(problem) << shape_.elements
                                << weights_.at(vector).get();
        launch_items(commands, kernel, shape_.elements);
    }
}

void GatheredElements::gather_samples(CommandSink& commands, const Pass& pass, std::size_t axes) {
    if (shape_.elements == 0 ||
        (gathered_ != nullptr && gathered_->gathered == pass.gathered && gathered_axes_ == axes))
        return;
    gathered_ = &pass;
    gathered_axes_ = axes;
    const auto& steps = shape_.pitches.steps;
    auto* const kernel = commands.to_launch(kernels_.samples.get());
    auto arguments = first_arguments(kernel);
    arguments << engine_.device().memory(job_.samples) << job_.sample_offset << steps.element << steps.plane
              << shape_.elements << static_cast<std::uint32_t>(axes);
    for (const auto channel : pass.gathered)
        arguments << channel;
    arguments << samples_.get();
    launch_items(commands, kernel, shape_.elements);
}

Job GatheredElements::with_gathered(Job given) const {
    const auto& problem = engine_.problem();
    given.samples = samples_.get();
    given.sample_offset = 0;
    given.shape.source_count = given.shape.plane_pitch = 0;
    if (!problem.layout.indices) return given;
    given.mask = mask_.get();
    given.mask_offset = 0;
    given.indices = given.skipped = {};
    given.index_offset = 0;
    if (problem.weights.type && !problem.weights.listed) {
        given.weights = weights_.front().get();
        given.weight_offset = 0;
        if (problem.weights.vectors > 1) given.weight_vectors = weight_buffers_;
    }
    return given;
}

} // namespace histo_cl::detail
