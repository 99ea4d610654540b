#include "plan/passes.hpp"

#include "opencl/objects.hpp"
#include "plan/arguments.hpp"
#include "plan/columns.hpp"
#include "plan/gather.hpp"
#include "plan/job_commands.hpp"
#include "plan/plan_kernels.hpp"
#include "policy/choose.hpp"
#include "problem/gathered.hpp"
#include "program/operation_source.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// The job of one pass. Its counts are the pass's own.
Job job_of(const PlanState& whole, const PlanState& plan, const Pass& pass, const Job& given,
           const CheckedShape& shape) {
    auto job = given;
    job.shape = shape; // of host data, the job has none
    const auto channel = shape.pitches.channel / bytes(plan.problem.sample);
    job.sample_offset += pass.first_channel * channel;
    job.counts = {};
    job.weight_vectors = {};
    if (!pass.weight_vector) {
        job.weights = {};
        job.shape.weight_pitch = 0;
    } else if (whole.problem.weight_vectors > 1) {
        const auto& [weights, offset] = given.weight_vectors[*pass.weight_vector];
        job.weights = weights;
        job.weight_offset = offset;
    }
    return job;
}

/// What the passes of one job have in common.
struct Shared {
    Buffer counts;    ///< of one pass
    Buffer workspace; ///< null if there is none, or it is the caller's
    Buffer offsets;   ///< of ragged segments
    std::optional<GatheredElements> gathered;
    Buffer ranges; ///< see find_ranges()
};

Shared shared_by_passes(const PlanState& plan, const Job& job, const CheckedShape& shape) {
    std::uint64_t counts = 0;
    for (const auto& pass : plan.in_passes.plans)
        counts = std::max(counts, pass->count_bytes(shape.histograms));
    const auto buffer = [&](std::uint64_t bytes) {
        return create_buffer(plan.context.get(), CL_MEM_READ_WRITE, bytes);
    };
    const auto workspace = job.workspace == nullptr ? plan.workspace_bytes(shape.histograms) : 0;
    Shared shared{buffer(counts),
                  workspace != 0 ? buffer(workspace) : Buffer(),
                  upload_offsets(plan, shape.offsets),
                  {},
                  {}};
    if (is_gathered(plan.problem)) shared.gathered.emplace(plan, shape);
    return shared;
}

const PlanState& plan_of(const PlanState& whole, const Pass& pass) {
    return *whole.in_passes.plans[pass.problem];
}

/// What is launched for a pass.
struct Ready {
    Geometry where;
    LaunchBuffers buffers;
};

/// Gathers what a pass counts, if it is gathered. Its counts are the shared ones.
Ready prepare(CommandSink& commands, const PlanState& whole, const Pass& pass, const Job& given,
              const CheckedShape& shape, Shared& shared) HISTO_CL_REQUIRES(whole.kernel_arguments) {
    const auto& plan = plan_of(whole, pass);
    auto job = job_of(whole, plan, pass, given, shape);
    if (shared.gathered) {
        shared.gathered->gather_samples(commands, whole, given, shape, pass);
        job = shared.gathered->job_of(job, whole.problem, pass);
    }
    if (shared.workspace) job.workspace = shared.workspace.get();
    Ready ready{geometry(plan.problem, job, check_shape(plan.checked_problem(), job.shape)),
                buffers_of(plan, job, shared.offsets)};
    ready.buffers.workspace = given_workspace(commands, plan, job, ready.where).memory;
    ready.buffers.counts = shared.counts.get();
    if (shared.ranges && pass.weight_vector)
        ready.buffers.range = RangeWord{{shared.ranges.get()}, *pass.weight_vector};
    return ready;
}

/// Whether a weight is counted by several passes, of some axes each. What one does not count another may, and
/// all sums of a weight have one unit.
bool share_weights(const PlanState& whole) {
    const auto& passes = whole.in_passes.passes;
    return has_wide_sums(whole.problem) && !whole.problem.weight_bound &&
           std::ranges::count_if(passes, [](const Pass& pass) { return pass.weight_vector == 0U; }) > 1;
}

/// The greatest exponent field of each vector's weights that any pass counts, if passes share them.
void find_ranges(CommandSink& commands, const PlanState& whole, const Job& job, const CheckedShape& shape,
                 Shared& shared) HISTO_CL_REQUIRES(whole.kernel_arguments) {
    if (!share_weights(whole)) return;
    const auto bytes = whole.problem.weight_vectors * sizeof(cl_uint);
    shared.ranges = create_buffer(whole.context.get(), CL_MEM_READ_WRITE, bytes);
    commands.fill_zero(KernelMemory(shared.ranges.get()), bytes);
    for (const auto& pass : whole.in_passes.passes) {
        if (!pass.weight_vector) continue;
        const auto& plan = plan_of(whole, pass);
        const auto ready = prepare(commands, whole, pass, job, shape, shared);
        const Lock of_pass(plan.kernel_arguments);
        launch_weight_range(commands, plan, ready.buffers, ready.where, *ready.buffers.range);
    }
}

/// Takes a pass's counters from their places, or puts them there.
void launch(CommandSink& commands, const PlanState& whole, cl_kernel kernel, const PlanState& plan,
            const Pass& pass, const KernelMemory& counts, cl_mem of_pass, std::uint64_t histograms) {
    const auto counters = plan.problem.counters();
    const auto size = histograms * counters;
    const auto cells = static_cast<std::uint32_t>(plan.problem.cells());
    const bool whole_numbers = whole.problem.counter == CounterType::f64 && !pass.weight_vector;
    Arguments(kernel) << counts << std::uint64_t{whole.problem.counters()} << of_pass << size << counters
                      << cells << pass.first_counter << pass.first_square << whole_numbers;
    launch_items(commands, kernel, size);
}

} // namespace

std::optional<NotBuilt> finish_passes(PlanState& plan, const Options& options, Compile compile) {
    auto& passes = plan.in_passes;
    const auto cache = cache_for(options);
    auto built = build_program(plan.context.get(), plan.device, plan.profile, pass_source(plan.problem),
                               cache, compile);
    if (const auto* const missing = std::get_if<NotBuilt>(&built)) return *missing;
    if (const auto* const failure = std::get_if<BuildFailure>(&built)) throw failure->error();
    auto& program = std::get<BuiltProgram>(built);
    keep_program(program, cache);
    plan.kernels.compiled = program.compiled;
    passes.program = std::move(program.program);
    const auto kernel = [&](const char* name) { return create_kernel(passes.program->program.get(), name); };
    passes.take = kernel("take_pass");
    passes.place = kernel("place_pass");
    if (is_gathered(plan.problem)) passes.gather_samples = kernel("gather_samples");
    if (plan.problem.indices) {
        passes.gather_mask = kernel("gather_mask");
        if (plan.problem.weights) passes.gather_weights = kernel("gather_weights");
    }
    for (const auto& pass : passes.plans) {
        plan.kernels.compiled |= pass->kernels.compiled;
        plan.threshold_bytes += pass->threshold_bytes;
    }
    plan.decision = passes.plans.front()->decision;
    return std::nullopt;
}

Kernel copy_of_any(const PlanState& plan, cl_kernel kernel) {
    for (const auto& pass : plan.in_passes.plans)
        if (loads_samples(pass->kernels, kernel)) return copy_of(*pass, kernel);
    return copy_of(plan, kernel);
}

void count_many(CommandSink& commands, const PlanState& plan, const Job& job, const CheckedShape& shape,
                const KernelMemory& counts, bool accumulate) {
    plan.decision.columns ? count_columns(commands, plan, job, shape, counts, accumulate)
                          : count_in_passes(commands, plan, job, shape, counts, accumulate);
}

void count_in_passes(CommandSink& commands, const PlanState& whole, const Job& job, const CheckedShape& shape,
                     const KernelMemory& counts, bool accumulate) {
    const Lock lock(whole.kernel_arguments);
    if (shape.histograms == 0) { // no counts either
        if (job.skipped != nullptr) GatheredElements(whole, shape).gather(commands, whole, job, shape);
        return;
    }
    auto shared = shared_by_passes(whole, job, shape);
    if (shared.gathered) shared.gathered->gather(commands, whole, job, shape);
    find_ranges(commands, whole, job, shape, shared);
    for (const auto& pass : whole.in_passes.passes) {
        const auto& plan = plan_of(whole, pass);
        const auto ready = prepare(commands, whole, pass, job, shape, shared);
        const auto move = [&](cl_kernel kernel) {
            launch(commands, whole, commands.to_launch(kernel), plan, pass, counts, shared.counts.get(),
                   shape.histograms);
        };
        if (accumulate) move(whole.in_passes.take.get());
        {
            const Lock of_pass(plan.kernel_arguments);
            count_into(commands, plan, ready.buffers, ready.where, accumulate);
        }
        move(whole.in_passes.place.get());
    }
}

void leave_in_passes(Commands& commands, const PlanState& whole, const Job& job, const CheckedShape& shape,
                     cl_mem left) {
    auto shared = shared_by_passes(whole, job, shape);
    const Lock lock(whole.kernel_arguments);
    if (shared.gathered) shared.gathered->gather(commands, whole, job, shape);
    find_ranges(commands, whole, job, shape, shared);
    for (const auto& pass : whole.in_passes.passes) {
        const auto& plan = plan_of(whole, pass);
        const auto& [where, buffers] = prepare(commands, whole, pass, job, shape, shared);
        const auto cells = plan.problem.cells();
        const auto copy = [&](cl_mem from, std::uint64_t from_byte, std::uint64_t first_counter) {
            const auto to_byte = partial_offset(whole.problem, first_counter);
            const auto end = partial_offset(whole.problem, first_counter + cells);
            commands.copy(from, from_byte, left, to_byte, end - to_byte);
        };
        const Lock of_pass(plan.kernel_arguments);
        if (!pass.weight_vector) {
            count_into(commands, plan, buffers, where, false);
            copy(shared.counts.get(), 0, pass.first_counter);
            continue;
        }
        count_wide_sums(commands, plan, buffers, where);
        auto* const sums = buffers.workspace.memory.object();
        copy(sums, 0, pass.first_counter);
        if (plan.problem.squared_weights) copy(sums, partial_offset(plan.problem, cells), pass.first_square);
    }
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
