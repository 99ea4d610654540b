#include "engines/passes.hpp"

#include "choose/choose.hpp"
#include "device/objects.hpp"
#include "problem/split.hpp"
#include "program/kernel_source.hpp"
#include "variants/counters.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace histo_cl::detail {
namespace {

using PassEngines = std::vector<std::shared_ptr<const Single>>;

/// Cells [first, end) of a pass.
struct Cells {
    std::uint32_t first;
    std::uint32_t end;
};

/// Counts in passes, one after the other. Each pass counts into temporary memory, from which its counters are
/// copied to Job::counts.
class MultiPass final : public Engine {
  public:
    MultiPass(std::shared_ptr<const Target> target, Decision decision, BuiltProgram program,
              std::vector<Pass> passes, PassEngines engines);

    [[nodiscard]] std::uint64_t workspace_bytes(std::uint64_t histograms) const noexcept override;
    [[nodiscard]] std::uint64_t limited_workspace_bytes(std::uint64_t histograms) const noexcept override;
    void enqueue(CommandSink& commands, const Job& job, const CheckedShape& shape) const override;
    void enqueue_partial(Commands& commands, const Job& job, const CheckedShape& shape) const override;
    void set_common_arguments(cl_kernel original, cl_kernel copy) const override;

  private:
    /// The memory that the passes of one job share.
    struct Shared {
        Buffer counts;    ///< the counters of one pass
        Buffer workspace; ///< null if no workspace is needed, or if the caller provides it
        Buffer offsets;   ///< the offsets of ragged segments
        std::optional<GatheredElements> gathered;
        Buffer ranges; ///< see find_ranges()
    };

    [[nodiscard]] const Single& engine_of(const Pass& pass) const { return *engines_[pass.problem]; }
    [[nodiscard]] std::size_t max_axes() const;
    Shared begin(CommandSink& commands, const Job& job, const CheckedShape& shape) const
        HISTO_CL_REQUIRES(kernel_arguments_);
    [[nodiscard]] bool share_weights() const;
    void find_ranges(CommandSink& commands, const Job& job, const CheckedShape& shape, Shared& shared) const
        HISTO_CL_REQUIRES(kernel_arguments_);
    Job pass_job(CommandSink& commands, const Pass& pass, const Job& given, const CheckedShape& shape,
                 Shared& shared) const HISTO_CL_REQUIRES(kernel_arguments_);
    [[nodiscard]] std::vector<Cells> counted_cells(const Pass& pass,
                                                   std::span<const std::uint32_t> axes) const;
    void move_counts(CommandSink& commands, const Kernel& kernel, const Pass& pass, const Job& job,
                     const Shared& shared, std::uint64_t histograms, const Cells& cells) const
        HISTO_CL_REQUIRES(kernel_arguments_);

    std::vector<Pass> passes_; ///< Pass::problem is also the index of the pass's engine
    PassEngines engines_;
    Kernel take_, place_;
    GatherKernels gather_; ///< only if is_gathered()
};

MultiPass::MultiPass(std::shared_ptr<const Target> target, Decision decision, BuiltProgram program,
                     std::vector<Pass> passes, PassEngines engines)
    : Engine(std::move(target), std::move(decision), std::move(program.program), program.compiled),
      passes_(std::move(passes)), engines_(std::move(engines)), take_(create_kernel("take_pass")),
      place_(create_kernel("place_pass")) {
    if (is_gathered(problem())) gather_.samples = create_kernel("gather_samples");
    if (problem().layout.indices) {
        gather_.mask = create_kernel("gather_mask");
        if (problem().weights.type) gather_.weights = create_kernel("gather_weights");
    }
    for (const auto& engine : engines_) {
        was_compiled_ |= engine->was_compiled();
        threshold_bytes_ += engine->threshold_bytes();
    }
}

std::uint64_t MultiPass::workspace_bytes(std::uint64_t histograms) const noexcept {
    std::uint64_t maximum = 0;
    for (const auto& engine : engines_)
        maximum = std::max(maximum, engine->workspace_bytes(histograms));
    return maximum;
}

std::uint64_t MultiPass::limited_workspace_bytes(std::uint64_t histograms) const noexcept {
    std::uint64_t maximum = 0;
    for (const auto& engine : engines_)
        maximum = std::max(maximum, engine->limited_workspace_bytes(histograms));
    return maximum;
}

void MultiPass::set_common_arguments(cl_kernel original, cl_kernel copy) const {
    for (const auto& engine : engines_)
        engine->set_common_arguments(original, copy);
}

std::size_t MultiPass::max_axes() const {
    std::size_t axes = 0;
    for (const auto& engine : engines_)
        axes = std::max(axes, engine->problem().axes.size());
    return axes;
}

MultiPass::Shared MultiPass::begin(CommandSink& commands, const Job& job, const CheckedShape& shape) const {
    std::uint64_t counts = 0; // bytes; enough for counters and for the output of enqueue_partial()
    for (const auto& engine : engines_)
        counts = std::max({counts, engine->count_bytes(shape.histograms), engine->partial_bytes()});
    const auto buffer = [&](std::uint64_t bytes) {
        return create_buffer(context(), CL_MEM_READ_WRITE, bytes);
    };
    const auto workspace = job.workspace == nullptr ? workspace_bytes(shape.histograms) : 0;
    Shared shared{
        buffer(counts), workspace != 0 ? buffer(workspace) : Buffer(), upload_offsets(*this, shape), {}, {}};
    for (const auto* memory : {&shared.counts, &shared.workspace, &shared.offsets})
        commands.keep(*memory);
    if (is_gathered(problem())) {
        shared.gathered.emplace(*this, gather_, job, shape, max_axes());
        shared.gathered->gather_common(commands);
    }
    find_ranges(commands, job, shape, shared);
    return shared;
}

/// Returns the job of one pass, which counts into the shared counts. If the problem is gathered, gathers the
/// samples of the pass.
Job MultiPass::pass_job(CommandSink& commands, const Pass& pass, const Job& given, const CheckedShape& shape,
                        Shared& shared) const {
    const auto& engine = engine_of(pass);
    auto job = given;
    job.shape = shape; // not the job's own shape, which may be unset for host data
    const auto channel = shape.pitches.channel / bytes(engine.problem().sample);
    job.sample_offset += pass.first_channel * channel;
    job.counts = shared.counts.get();
    if (shared.workspace) job.workspace = shared.workspace.get();
    if (!shared.gathered) return job;
    shared.gathered->gather_samples(commands, pass, engine.problem().axes.size());
    return shared.gathered->with_gathered(job);
}

/// Whether all passes must use the same unit for their sums. The unit then depends on the weights of all
/// elements that any pass counts.
bool MultiPass::share_weights() const {
    return has_wide_sums(problem()) && !problem().weights.bound && passes_.size() > 1;
}

/// If all passes must use the same unit, finds for each weight vector the greatest exponent field of the
/// weights that any pass counts.
void MultiPass::find_ranges(CommandSink& commands, const Job& job, const CheckedShape& shape,
                            Shared& shared) const {
    if (!share_weights()) return;
    const auto bytes = range_words * sizeof(cl_uint);
    shared.ranges = create_buffer(context(), CL_MEM_READ_WRITE, bytes);
    commands.keep(shared.ranges);
    commands.fill_zero(KernelMemory(shared.ranges.get()), bytes);
    for (const auto& pass : passes_) {
        const auto& engine = engine_of(pass);
        const auto of_pass = pass_job(commands, pass, job, shape, shared);
        const auto checked = check_shape(engine.checked_problem(), of_pass.shape);
        engine.enqueue_weight_range(commands, {of_pass, checked, shared.offsets.get()}, shared.ranges.get());
    }
}

/// The cells of a pass that a job with these Job::axes counts, as ranges that neither overlap nor touch.
std::vector<Cells> MultiPass::counted_cells(const Pass& pass, std::span<const std::uint32_t> axes) const {
    const auto& of_pass = engine_of(pass).problem();
    if (axes.empty()) return {{0, static_cast<std::uint32_t>(of_pass.cells())}};
    std::vector<Cells> counted;
    std::uint32_t first = 0;
    for (std::size_t axis = 0; axis < of_pass.axes.size(); ++axis) {
        const auto end = first + static_cast<std::uint32_t>(of_pass.extent(axis));
        if (std::ranges::binary_search(axes, pass.first_axis + axis)) {
            if (counted.empty() || counted.back().end != first) counted.push_back({first, end});
            counted.back().end = end;
        }
        first = end;
    }
    return counted;
}

/// Copies the counters of some cells between the memory of a pass and the job's counts. `kernel` determines
/// the direction.
void MultiPass::move_counts(CommandSink& commands, const Kernel& kernel, const Pass& pass, const Job& job,
                            const Shared& shared, std::uint64_t histograms, const Cells& cells) const {
    const auto& of_pass = engine_of(pass).problem();
    const auto size = histograms * of_pass.counters();
    auto* const launched = commands.to_launch(kernel.get());
    Arguments(launched) << memory(job.counts) << std::uint64_t{problem().counters()} << problem().cells()
                        << shared.counts.get() << size << of_pass.counters()
                        << static_cast<std::uint32_t>(of_pass.cells()) << pass.first_cell << cells.first
                        << cells.end;
    launch_items(commands, launched, size);
}

void MultiPass::enqueue(CommandSink& commands, const Job& job, const CheckedShape& shape) const {
    const Lock lock(kernel_arguments_);
    if (shape.histograms == 0) { // there are no counts
        if (job.skipped != nullptr)
            GatheredElements(*this, gather_, job, shape, max_axes()).gather_common(commands);
        return;
    }
    auto shared = begin(commands, job, shape);
    if (!job.axes.empty() && !job.accumulate)
        commands.fill_zero(memory(job.counts), count_bytes(shape.histograms));
    for (const auto& pass : passes_) {
        const auto counted = counted_cells(pass, job.axes);
        if (counted.empty()) continue;
        const auto& engine = engine_of(pass);
        const auto of_pass = pass_job(commands, pass, job, shape, shared);
        const auto checked = check_shape(engine.checked_problem(), of_pass.shape);
        if (job.accumulate) {
            const Cells all{0, static_cast<std::uint32_t>(engine.problem().cells())};
            move_counts(commands, take_, pass, job, shared, shape.histograms, all);
        }
        engine.enqueue_pass(commands, {of_pass, checked, shared.offsets.get(), shared.ranges.get()});
        for (const auto& cells : counted)
            move_counts(commands, place_, pass, job, shared, shape.histograms, cells);
    }
}

void MultiPass::enqueue_partial(Commands& commands, const Job& job, const CheckedShape& shape) const {
    const Lock lock(kernel_arguments_);
    auto shared = begin(commands, job, shape);
    if (!job.axes.empty()) commands.fill_zero(memory(job.counts), partial_bytes());
    for (const auto& pass : passes_) {
        const auto ranges = counted_cells(pass, job.axes);
        if (ranges.empty()) continue;
        const auto& engine = engine_of(pass);
        const auto of_pass = pass_job(commands, pass, job, shape, shared);
        const auto checked = check_shape(engine.checked_problem(), of_pass.shape);
        engine.enqueue_partial_pass(commands, {of_pass, checked, shared.offsets.get(), shared.ranges.get()});
        for (std::uint32_t sum = 0; sum < problem().counters_per_cell(); ++sum) {
            for (const auto& [begin, end] : ranges) {
                const auto from = partial_offset(engine.problem(), sum * engine.problem().cells() + begin);
                const auto first = sum * problem().cells() + pass.first_cell;
                const auto to = partial_offset(problem(), first + begin);
                commands.copy(shared.counts.get(), from, job.counts.object(), to,
                              partial_offset(problem(), first + end) - to);
            }
        }
    }
}

} // namespace

MadeEngine build_passes(std::shared_ptr<const Target> target, Decision planned, const Options& options,
                        Compile compile) {
    auto all = passes(target->problem);
    PassEngines engines;
    for (auto& problem : all.problems) {
        const auto of_pass =
            std::make_shared<const Target>(Target{target->device, problem, target->workspace_limit});
        auto made = build_single(of_pass, tuned(target->device->profile, problem, options), compile);
        if (const auto* const missing = std::get_if<NotBuilt>(&made)) return *missing;
        engines.push_back(std::get<0>(std::move(made)));
    }
    auto built = build_untried(*target->device, pass_source(target->problem), options, compile);
    if (const auto* const missing = std::get_if<NotBuilt>(&built)) return *missing;
    auto decision = engines.front()->decision();
    set_passes(decision, all);
    decision.reason = std::move(planned.reason);
    return std::make_shared<const MultiPass>(std::move(target), std::move(decision),
                                             std::get<BuiltProgram>(std::move(built)), std::move(all.passes),
                                             std::move(engines));
}

} // namespace histo_cl::detail
