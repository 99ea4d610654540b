#include "histo_cl/equalization_plan.hpp"

#include "core/enum_table.hpp"
#include "core/share.hpp"
#include "core/text.hpp"
#include "histo_cl/layout.hpp"
#include "ops/op.hpp"
#include "program/kernel_source.hpp"

#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace histo_cl::detail {

struct EqualizationPlanState : Op {
    using Op::Op;
    CounterType counter = CounterType::u32;
    std::uint32_t work_group_size = 1;
    std::array<Kernel, enum_table<MapRule>.size()> kernels; ///< one per rule
};

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

void check_values(const char* what, std::uint32_t given) {
    if (given == 0 || given > max_map_values)
        invalid(given, " ", what, ": allowed are 1 to ", max_map_values);
}

/// Throws Error(invalid_argument) unless the members of the job's rule are in range, and the members of other
/// rules have their defaults.
void check_rule(const EqualizationJob& job) {
    const EqualizationJob unset;
    const auto check = [&](const char* member, bool changed, MapRule of) {
        if (changed && job.rule != of) invalid(member, " is given, but the rule is ", job.rule, ", not ", of);
    };
    if (static_cast<std::size_t>(job.rule) >= enum_table<MapRule>.size())
        invalid("rule ", static_cast<int>(job.rule), " is not a MapRule");
    check("levels", job.levels != unset.levels, MapRule::equalize);
    check("clip_limit", job.clip_limit != unset.clip_limit, MapRule::clahe);
    check("reference", job.reference != unset.reference, MapRule::match);
    check("reference_bins", job.reference_bins != unset.reference_bins, MapRule::match);
    check_values("levels", job.levels);
    check_values("reference_bins", job.reference_bins);
    if (!(job.clip_limit >= 0 && std::isfinite(job.clip_limit)))
        invalid("clip_limit ", job.clip_limit, ": it must be finite and not negative");
}

void check_job(const EqualizationPlanState& plan, const EqualizationJob& job) {
    check_rule(job);
    check_values("bins", job.bins);
    if (job.histograms > max_histograms)
        invalid(job.histograms, " histograms: allowed are at most ", max_histograms, " (2^31)");
    const auto values = job.histograms * job.bins;
    const auto size = bytes(plan.counter);
    const auto counts =
        check_readable(plan.device, "counts", job.counts, {.bytes = values * size, .align = size});
    const auto maps = check_writable(plan.device, "maps", job.maps,
                                     {.bytes = values * sizeof(cl_uint), .align = sizeof(cl_uint)});
    check_apart("maps", maps.range, "counts", counts.range);
    if (job.rule == MapRule::match) {
        const auto reference = check_readable(plan.device, "reference", job.reference,
                                              {.bytes = job.reference_bins * size, .align = size});
        check_apart("maps", maps.range, "reference", reference.range);
    }
}

void launch(Commands& commands, const EqualizationPlanState& plan, const EqualizationJob& job)
    HISTO_CL_REQUIRES(plan.kernel_arguments) {
    const auto kernel = commands.to_launch(plan.kernels.at(static_cast<std::size_t>(job.rule)).get());
    Arguments arguments(kernel);
    arguments << plan.memory(job.counts) << job.bins << plan.memory(job.maps);
    Buffer sums; // the enqueued command retains it
    switch (job.rule) {
    case MapRule::equalize: arguments << job.levels - 1; break;
    case MapRule::clahe: arguments << job.clip_limit; break;
    case MapRule::match:
        sums = create_buffer(plan.device.context.get(), CL_MEM_READ_WRITE,
                             job.histograms * job.reference_bins * sizeof(cl_ulong));
        arguments << plan.memory(job.reference) << job.reference_bins << sums.get();
        break;
    }
    const size_t local = plan.work_group_size;
    const size_t global = job.histograms * local;
    commands.launch(kernel, 1, &global, &local);
}

} // namespace

EqualizationPlan::EqualizationPlan(cl_context context, cl_device_id device, CounterType counter,
                                   const Options& options) {
    if (counter != CounterType::u32 && counter != CounterType::u64)
        invalid("counts of ", counter, ": maps are made of u32 and u64");
    auto plan = std::make_shared<EqualizationPlanState>(context, device);
    plan->counter = counter;
    plan->work_group_size = plan->reduction_group_size();
    plan->build(make_maps_source(counter, plan->work_group_size, plan->device.profile.fp64), options);
    for (const auto& rule : enum_table<MapRule>)
        plan->kernels.at(static_cast<std::size_t>(rule.value)) = plan->kernel(std::string(rule.name).c_str());
    state_ = detail::share(std::move(plan));
}

CounterType EqualizationPlan::counter() const noexcept {
    return state_->counter;
}
const DeviceProfile& EqualizationPlan::profile() const noexcept {
    return state_->device.profile;
}

void EqualizationPlan::enqueue(cl_command_queue queue, const EqualizationJob& job,
                               std::span<const cl_event> wait, cl_event* event) const {
    const auto& plan = *state_;
    check_queue(plan.device, queue);
    check_job(plan, job);
    check_events(plan.device, wait);
    plan.enqueue({queue, wait, event}, std::array{job.counts, job.maps, job.reference}, job.histograms == 0,
                 [&](Commands& commands) {
                     const Lock lock(plan.kernel_arguments);
                     launch(commands, plan, job);
                 });
}

std::string_view name(MapRule value) noexcept {
    return detail::name_of(value);
}

} // namespace histo_cl::inline HISTO_CL_ABI
