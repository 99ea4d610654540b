#include "histo_cl/equalization_plan.hpp"

#include "core/enum_table.hpp"
#include "core/invalid.hpp"
#include "core/mutex.hpp"
#include "histo_cl/layout.hpp"
#include "opencl/commands.hpp"
#include "opencl/objects.hpp"
#include "plan/arguments.hpp"
#include "plan/check_objects.hpp"
#include "program/operation_source.hpp"
#include "program/program.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI {

/// Written by the constructor alone; after that only the kernels' arguments change, under the lock.
struct detail::EqualizationPlanState {
    CounterType counter = CounterType::u32;
    DeviceProfile profile;
    cl_device_id device = nullptr;
    PointerCalls pointers;
    Context context;
    std::uint32_t work_group_size = 1;
    std::shared_ptr<SharedProgram> program;
    std::array<Kernel, enum_table<MapRule>.size()> kernels; ///< of each rule
    mutable Mutex kernel_arguments; ///< clSetKernelArg and the enqueue after it belong together

    [[nodiscard]] MadeFor made_for() const noexcept { return {context.get(), device, profile, pointers}; }
};

namespace {

using namespace detail;

constexpr std::uint32_t most_work_items = 256; ///< of a work-group
constexpr std::uint32_t most_values = 1U << 16U;

void check_values(const char* what, std::uint32_t given) {
    if (given == 0 || given > most_values) invalid(given, " ", what, ": allowed are 1 to ", most_values);
}

/// Members of other rules are as they were, for another value would be a misunderstanding.
void check_rule(const EqualizationJob& job) {
    const EqualizationJob unset;
    const auto check = [&](const char* member, bool changed, MapRule of) {
        if (changed && job.rule != of) invalid(member, " is given, but the rule is ", job.rule, ", not ", of);
    };
    if (static_cast<std::size_t>(job.rule) >= enum_table<MapRule>.size())
        invalid("rule ", static_cast<int>(job.rule), " is no MapRule");
    check("levels", job.levels != unset.levels, MapRule::equalize);
    check("clip_limit", job.clip_limit != unset.clip_limit, MapRule::clahe);
    check("reference", job.reference != unset.reference, MapRule::match);
    check("reference_bins", job.reference_bins != unset.reference_bins, MapRule::match);
    check_values("levels", job.levels);
    check_values("reference_bins", job.reference_bins);
    if (!(job.clip_limit >= 0 && std::isfinite(job.clip_limit)))
        invalid("clip_limit ", job.clip_limit, ": it must be finite and not negative");
}

void check_job(const EqualizationPlanState& plan, const EqualizationJob& job,
               std::span<const cl_event> wait) {
    const auto made_for = plan.made_for();
    check_rule(job);
    check_values("bins", job.bins);
    if (job.histograms > max_histograms)
        invalid(job.histograms, " histograms: allowed are at most ", max_histograms, " (2^31)");
    const auto values = job.histograms * job.bins;
    const auto size = bytes(plan.counter);
    const auto counts =
        check_readable(made_for, "counts", job.counts, {.bytes = values * size, .align = size});
    const auto maps = check_writable(made_for, "maps", job.maps,
                                     {.bytes = values * sizeof(cl_uint), .align = sizeof(cl_uint)});
    check_apart("maps", maps.range, "counts", counts.range);
    if (job.rule == MapRule::match) {
        const auto reference = check_readable(made_for, "reference", job.reference,
                                              {.bytes = job.reference_bins * size, .align = size});
        check_apart("maps", maps.range, "reference", reference.range);
    }
    check_events(made_for, wait);
}

void launch(Commands& commands, const EqualizationPlanState& plan, const EqualizationJob& job)
    HISTO_CL_REQUIRES(plan.kernel_arguments) {
    const auto kernel = commands.to_launch(plan.kernels.at(static_cast<std::size_t>(job.rule)).get());
    const auto memory = [&plan](const Memory& of) { return KernelMemory(of, plan.pointers); };
    Arguments arguments(kernel);
    arguments << memory(job.counts) << job.bins << memory(job.maps);
    Buffer sums; // the command keeps it
    switch (job.rule) {
    case MapRule::equalize: arguments << job.levels - 1; break;
    case MapRule::clahe: arguments << job.clip_limit; break;
    case MapRule::match:
        sums = create_buffer(plan.context.get(), CL_MEM_READ_WRITE,
                             job.histograms * job.reference_bins * sizeof(cl_ulong));
        arguments << memory(job.reference) << job.reference_bins << sums.get();
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
    auto plan = std::make_shared<EqualizationPlanState>();
    plan->counter = counter;
    plan->profile = checked_profile(context, device);
    check_doubles(plan->profile, "maps are made of counts");
    plan->device = device;
    plan->pointers = PointerCalls(device, plan->profile);
    plan->context = Context::retained(context);
    plan->work_group_size =
        std::bit_floor(std::clamp(plan->profile.max_work_group_size, 1U, most_work_items));
    plan->program = program_for(context, device, plan->profile,
                                make_maps_source(counter, plan->work_group_size), options);
    for (const auto& rule : enum_table<MapRule>)
        plan->kernels.at(static_cast<std::size_t>(rule.value)) =
            create_kernel(plan->program->program.get(), std::string(rule.name).c_str());
    state_ = std::move(plan);
}

CounterType EqualizationPlan::counter() const noexcept {
    return state_->counter;
}
const DeviceProfile& EqualizationPlan::profile() const noexcept {
    return state_->profile;
}

void EqualizationPlan::enqueue(cl_command_queue queue, const EqualizationJob& job,
                               std::span<const cl_event> wait, cl_event* event) const {
    const auto& plan = *state_;
    check_queue(plan.made_for(), queue);
    check_job(plan, job, wait);
    Commands commands(queue, plan.profile, wait, event != nullptr);
    commands.copy_kernels_for(std::array{job.counts, job.maps, job.reference}, copy_of);
    if (job.histograms != 0) {
        const Lock lock(plan.kernel_arguments);
        launch(commands, plan, job);
    } else {
        commands.marker(); // nothing to do, but the event must come after `wait`
    }
    if (event != nullptr) *event = commands.last().give();
}

std::string_view name(MapRule value) noexcept {
    return detail::name_of(value);
}

} // namespace histo_cl::inline HISTO_CL_ABI
