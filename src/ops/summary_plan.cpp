#include "histo_cl/summary_plan.hpp"

#include "core/integers.hpp"
#include "core/share.hpp"
#include "core/text.hpp"
#include "ops/op.hpp"
#include "program/kernel_source.hpp"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

namespace histo_cl::detail {
namespace {

constexpr std::size_t summary_passes = 3;

/// The result of a pass in one work-group, in the layout of kernels/ops/summarize.cl.
struct PassNumbers {
    double a, b, c;
};

} // namespace

struct SummaryPlanState : Op {
    using Op::Op;
    SampleType sample = SampleType::u8;
    std::array<Kernel, summary_passes> passes;
    std::uint32_t work_group_size = 1;
    std::uint32_t work_groups = 1;
    std::uint64_t samples_per_launch = 1;

    /// Number of partial results: one per pass and work-group.
    [[nodiscard]] std::size_t partials() const noexcept { return summary_passes * work_groups; }
    [[nodiscard]] std::size_t summary_bytes() const noexcept { return partials() * sizeof(PassNumbers); }
};

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

namespace {

using namespace detail;

constexpr std::array<const char*, summary_passes> pass_names{"find_range", "add_positions", "add_distances"};
constexpr std::uint32_t max_work_groups = 256;
constexpr std::uint32_t steps_per_launch = 1U << 12U; ///< samples per work-item

void choose_launch(SummaryPlanState& plan) {
    const auto& device = plan.device.profile;
    plan.work_group_size = plan.reduction_group_size();
    plan.work_groups = std::clamp(4 * device.compute_units, 1U, max_work_groups);
    const auto steps =
        device.loop_limit != 0 ? std::min(device.loop_limit, steps_per_launch) : steps_per_launch;
    plan.samples_per_launch = std::uint64_t{steps} * plan.work_group_size * plan.work_groups;
}

MemoryRange check_samples(const SummaryPlanState& plan, const SummaryJob& job) {
    const auto size = bytes(plan.sample);
    const auto end = end_of("samples", job.sample_offset, size, saturating_multiply(job.count, size));
    return check_readable(plan.device, "samples", job.samples, {.bytes = end, .align = size}).range;
}

void check_summary(const SummaryPlanState& plan, const SummaryJob& job, const MemoryRange& samples) {
    const auto checked = check_read_write(plan.device, "summary", job.summary,
                                          {.bytes = plan.summary_bytes(), .align = sizeof(double)});
    check_apart("summary", checked.range, "samples", samples);
}

void launch_passes(Commands& commands, const SummaryPlanState& plan, const SummaryJob& job,
                   const KernelMemory& summary) HISTO_CL_REQUIRES(plan.kernel_arguments) {
    const auto samples = plan.memory(job.samples);
    const size_t local = plan.work_group_size;
    const size_t global = local * plan.work_groups;
    const auto end = job.sample_offset + job.count;
    for (const auto& pass : plan.passes) {
        auto begin = job.sample_offset;
        do { // at least one launch, even without samples, to write the partial results
            const auto slice = std::min(end - begin, plan.samples_per_launch);
            auto* const kernel = commands.to_launch(pass.get());
            Arguments(kernel) << samples << begin << begin + slice << summary << (begin > job.sample_offset);
            commands.launch(kernel, 1, &global, &local);
            begin += slice;
        } while (begin < end);
    }
}

/// Computes the summary from the partial results of all work-groups, [pass][group].
SampleSummary combine(SampleType sample, std::span<const PassNumbers> partials) {
    const auto groups = partials.size() / summary_passes;
    constexpr auto infinity = std::numeric_limits<double>::infinity();
    PassNumbers range{infinity, -infinity, 0};
    for (const auto& group : partials.first(groups))
        range = {std::min(range.a, group.a), std::max(range.b, group.b), range.c + group.c};
    double squares = 0;
    double cubes = 0;
    for (const auto& group : partials.last(groups)) {
        squares += group.a;
        cubes += group.b;
    }

    SampleSummary summary{.interquartile_range = std::numeric_limits<double>::quiet_NaN(),
                          .min_width = is_float(sample) ? 0.0 : 1.0};
    if (range.c == 0) return summary;
    summary.count = static_cast<std::uint64_t>(range.c);
    summary.minimum = range.a;
    summary.maximum = range.b;
    const auto width = range.b - range.a;
    if (!(width > 0)) return summary;
    const auto deviation = std::sqrt(squares / range.c);
    // The kernels' positions are in units of 2^exponent.
    const auto exponent = std::isfinite(width) ? std::ilogb(width) : DBL_MAX_EXP;
    summary.standard_deviation = std::ldexp(deviation, exponent);
    if (deviation > 0) summary.skewness = cubes / range.c / (deviation * deviation * deviation);
    return summary;
}

} // namespace

SummaryPlan::SummaryPlan(cl_context context, cl_device_id device, SampleType sample, const Options& options) {
    if (histo_cl::bytes(sample) == 0)
        invalid("sample type ", static_cast<int>(sample), " is not a SampleType");
    auto plan = std::make_shared<SummaryPlanState>(context, device);
    plan->sample = sample;
    choose_launch(*plan);
    plan->build(summary_source(sample, plan->work_group_size, plan->device.profile.fp64), options);
    for (std::size_t pass = 0; pass < summary_passes; ++pass)
        plan->passes.at(pass) = plan->kernel(pass_names.at(pass));
    state_ = detail::share(std::move(plan));
}

SampleType SummaryPlan::sample() const noexcept {
    return state_->sample;
}
const DeviceProfile& SummaryPlan::profile() const noexcept {
    return state_->device.profile;
}
std::uint64_t SummaryPlan::bytes() const noexcept {
    return state_->summary_bytes();
}

void SummaryPlan::enqueue(cl_command_queue queue, const SummaryJob& job, std::span<const cl_event> wait,
                          cl_event* event) const {
    const auto& plan = *state_;
    check_queue(plan.device, queue);
    check_summary(plan, job, check_samples(plan, job));
    check_events(plan.device, wait);
    plan.enqueue({queue, wait, event}, std::array{job.samples, job.summary}, false, [&](Commands& commands) {
        const Lock lock(plan.kernel_arguments);
        launch_passes(commands, plan, job, plan.memory(job.summary));
    });
}

SampleSummary SummaryPlan::read(std::span<const std::byte> content) const {
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
    check_queue(plan.device, queue);
    if (job.summary != nullptr)
        invalid("a summary buffer is given: it must be null, the summary is returned");
    check_samples(plan, job);
    check_events(plan.device, wait);
    const auto buffer = create_buffer(plan.device.context.get(), CL_MEM_READ_WRITE, plan.summary_bytes());
    const auto& profile = plan.device.profile;
    Commands commands(queue, profile, wait_where_unsafe(profile, wait), false);
    commands.copy_kernels_for(std::array{job.samples}, copy_of);
    {
        const Lock lock(plan.kernel_arguments);
        launch_passes(commands, plan, job, buffer.get());
    }
    std::vector<std::byte> content(plan.summary_bytes());
    commands.read(buffer.get(), content.size(), content.data());
    return read(content);
}

} // namespace histo_cl::inline HISTO_CL_ABI
