#include "histo_cl/subtraction_plan.hpp"

#include "core/share.hpp"
#include "core/text.hpp"
#include "ops/op.hpp"
#include "program/kernel_source.hpp"

#include <array>
#include <utility>

namespace histo_cl::detail {

struct SubtractionPlanState : Op {
    using Op::Op;
    CounterType counter = CounterType::u32;
    Kernel subtract;
};

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

void check_job(const SubtractionPlanState& plan, const SubtractionJob& job) {
    const auto size = bytes(plan.counter);
    const MemoryNeeds needs{.bytes = end_of("counters", job.counters, size, 0), .align = size};
    const auto difference = check_writable(plan.device, "difference", job.difference, needs).range;
    const auto check_operand = [&](const char* which, const Memory& memory) {
        const auto range = check_readable(plan.device, which, memory, needs).range;
        if (!same_start(difference, range)) check_apart("difference", difference, which, range);
    };
    check_operand("minuend", job.minuend);
    check_operand("subtrahend", job.subtrahend);
}

void launch(Commands& commands, const SubtractionPlanState& plan, const SubtractionJob& job)
    HISTO_CL_REQUIRES(plan.kernel_arguments) {
    auto* const kernel = commands.to_launch(plan.subtract.get());
    Arguments(kernel) << plan.memory(job.minuend) << plan.memory(job.subtrahend)
                      << plan.memory(job.difference) << job.counters;
    launch_items(commands, kernel, job.counters);
}

} // namespace

SubtractionPlan::SubtractionPlan(cl_context context, cl_device_id device, CounterType counter,
                                 const Options& options) {
    if (counter > CounterType::u16) invalid("counter ", static_cast<int>(counter), " is not a CounterType");
    if (saturates(counter))
        invalid(counter,
                " counters saturate, so differences of them are not counts: allowed are u32, u64, i64, "
                "f64 and f32");
    auto plan = std::make_shared<SubtractionPlanState>(context, device);
    plan->counter = counter;
    plan->build(subtraction_source(counter), options);
    plan->subtract = plan->kernel("subtract");
    state_ = detail::share(std::move(plan));
}

CounterType SubtractionPlan::counter() const noexcept {
    return state_->counter;
}
const DeviceProfile& SubtractionPlan::profile() const noexcept {
    return state_->device.profile;
}

void SubtractionPlan::enqueue(cl_command_queue queue, const SubtractionJob& job,
                              std::span<const cl_event> wait, cl_event* event) const {
    const auto& plan = *state_;
    check_queue(plan.device, queue);
    check_job(plan, job);
    check_events(plan.device, wait);
    plan.enqueue({queue, wait, event}, std::array{job.minuend, job.subtrahend, job.difference},
                 job.counters == 0, [&](Commands& commands) {
                     const Lock lock(plan.kernel_arguments);
                     launch(commands, plan, job);
                 });
}

} // namespace histo_cl::inline HISTO_CL_ABI
