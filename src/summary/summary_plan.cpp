#include "histo_cl/summary_plan.hpp"

#include "core/invalid.hpp"
#include "core/saturating.hpp"
#include "opencl/commands.hpp"
#include "opencl/objects.hpp"
#include "plan/arguments.hpp"
#include "program/operation_source.hpp"
#include "program/program.hpp"
#include "summary/combine.hpp"
#include "summary/summary_plan_state.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

constexpr std::array<const char*, summary_passes> pass_names{"find_range", "add_positions", "add_distances"};
constexpr std::uint32_t most_work_items = 256; ///< of a work-group
constexpr std::uint32_t most_work_groups = 256;
constexpr std::uint32_t steps_a_launch = 1U << 12U; ///< samples of one work-item

void choose_launch(SummaryPlanState& plan) {
    plan.work_group_size = std::bit_floor(std::clamp(plan.profile.max_work_group_size, 1U, most_work_items));
    plan.work_groups = std::clamp(4 * plan.profile.compute_units, 1U, most_work_groups);
    const auto steps =
        plan.profile.loop_limit != 0 ? std::min(plan.profile.loop_limit, steps_a_launch) : steps_a_launch;
    plan.samples_per_launch = std::uint64_t{steps} * plan.work_group_size * plan.work_groups;
}

/// Returns where they lie.
MemoryRange check_samples(const SummaryPlanState& plan, const SummaryJob& job,
                          std::span<const cl_event> wait) {
    const auto size = bytes(plan.sample);
    const auto end = end_of("samples", job.sample_offset, size, saturating_multiply(job.count, size));
    const auto checked =
        check_readable(plan.made_for(), "samples", job.samples, {.bytes = end, .align = size});
    check_events(plan.made_for(), wait);
    return checked.range;
}

void check_summary(const SummaryPlanState& plan, const SummaryJob& job, const MemoryRange& samples) {
    const auto checked = check_read_write(plan.made_for(), "summary", job.summary,
                                          {.bytes = plan.summary_bytes(), .align = sizeof(double)});
    check_apart("summary", checked.range, "samples", samples);
}

void launch_passes(Commands& commands, const SummaryPlanState& plan, const SummaryJob& job,
                   const KernelMemory& summary) {
    commands.copy_kernels_for(std::array{job.samples, job.summary}, copy_of);
    const KernelMemory samples(job.samples, plan.pointers);
    const size_t local = plan.work_group_size;
    const size_t global = local * plan.work_groups;
    const auto end = job.sample_offset + job.count;
    const Lock lock(plan.kernel_arguments);
    for (const auto& pass : plan.passes) {
        auto begin = job.sample_offset;
        do { // once even if there are no samples
            const auto slice = std::min(end - begin, plan.samples_per_launch);
            auto* const kernel = commands.to_launch(pass.get());
            Arguments(kernel) << samples << begin << begin + slice << summary << (begin > job.sample_offset);
            commands.launch(kernel, 1, &global, &local);
            begin += slice;
        } while (begin < end);
    }
}

} // namespace

SummaryPlan::SummaryPlan(cl_context context, cl_device_id device, SampleType sample, const Options& options) {
    if (bytes(sample) == 0) invalid("sample type ", static_cast<int>(sample), " is no SampleType");
    auto plan = std::make_shared<SummaryPlanState>();
    plan->sample = sample;
    plan->profile = checked_profile(context, device);
    check_doubles(plan->profile, "a summary is computed");
    plan->device = device;
    plan->pointers = PointerCalls(device, plan->profile);
    plan->context = Context::retained(context);
    choose_launch(*plan);
    plan->program =
        program_for(context, device, plan->profile, summary_source(sample, plan->work_group_size), options);
    for (std::size_t pass = 0; pass < summary_passes; ++pass)
        plan->passes[pass] = create_kernel(plan->program->program.get(), pass_names[pass]);
    state_ = std::move(plan);
}

SampleType SummaryPlan::sample() const noexcept {
    return state_->sample;
}
const DeviceProfile& SummaryPlan::profile() const noexcept {
    return state_->profile;
}
std::uint64_t SummaryPlan::summary_bytes() const noexcept {
    return state_->summary_bytes();
}

void SummaryPlan::enqueue(cl_command_queue queue, const SummaryJob& job, std::span<const cl_event> wait,
                          cl_event* event) const {
    const auto& plan = *state_;
    check_queue(plan.made_for(), queue);
    check_summary(plan, job, check_samples(plan, job, wait));
    Commands commands(queue, plan.profile, wait, event != nullptr);
    launch_passes(commands, plan, job, {job.summary, plan.pointers});
    if (event != nullptr) *event = commands.last().give();
}

SampleSummary SummaryPlan::summary(std::span<const std::byte> content) const {
    const auto& plan = *state_;
    if (content.size() != plan.summary_bytes())
        invalid("a summary of ", content.size(), " B is given: it has ", plan.summary_bytes(), " B");
    std::vector<PassNumbers> partials(plan.partials());
    std::memcpy(partials.data(), content.data(), content.size());
    return combine(plan.sample, partials);
}

SampleSummary SummaryPlan::summarize(cl_command_queue queue, const SummaryJob& job,
                                     std::span<const cl_event> wait) const {
    const auto& plan = *state_;
    check_queue(plan.made_for(), queue);
    if (job.summary != nullptr)
        invalid("a summary buffer is given: it must be null, the summary is returned");
    check_samples(plan, job, wait);
    const auto buffer = create_buffer(plan.context.get(), CL_MEM_READ_WRITE, plan.summary_bytes());
    Commands commands(queue, plan.profile, wait_where_unsafe(plan.profile, wait), false);
    launch_passes(commands, plan, job, buffer.get());
    std::vector<std::byte> content(plan.summary_bytes());
    commands.read(buffer.get(), content.size(), content.data());
    return summary(content);
}

} // namespace histo_cl::inline HISTO_CL_ABI
