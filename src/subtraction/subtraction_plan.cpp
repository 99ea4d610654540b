#include "histo_cl/subtraction_plan.hpp"

#include "core/invalid.hpp"
#include "core/mutex.hpp"
#include "opencl/commands.hpp"
#include "opencl/objects.hpp"
#include "plan/arguments.hpp"
#include "plan/check_objects.hpp"
#include "plan/launch.hpp"
#include "program/operation_source.hpp"
#include "program/program.hpp"

#include <array>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI {

/// Written by the constructor alone; after that only the kernel's arguments change, under the lock.
struct detail::SubtractionPlanState {
    CounterType counter = CounterType::u32;
    DeviceProfile profile;
    cl_device_id device = nullptr;
    PointerCalls pointers;
    Context context;
    std::shared_ptr<SharedProgram> program;
    Kernel kernel;
    mutable Mutex kernel_arguments; ///< clSetKernelArg and the enqueue after it belong together

    [[nodiscard]] MadeFor made_for() const noexcept { return {context.get(), device, profile, pointers}; }
};

namespace {

using namespace detail;

void check_job(const SubtractionPlanState& plan, const SubtractionJob& job, std::span<const cl_event> wait) {
    const auto made_for = plan.made_for();
    const auto size = bytes(plan.counter);
    const MemoryNeeds needs{.bytes = end_of("counters", job.counters, size, 0), .align = size};
    const auto difference = check_writable(made_for, "difference", job.difference, needs).range;
    const auto check_operand = [&](const char* which, const Memory& memory) {
        const auto range = check_readable(made_for, which, memory, needs).range;
        if (!same_start(difference, range)) check_apart("difference", difference, which, range);
    };
    check_operand("minuend", job.minuend);
    check_operand("subtrahend", job.subtrahend);
    check_events(made_for, wait);
}

void launch(Commands& commands, const SubtractionPlanState& plan, const SubtractionJob& job)
    HISTO_CL_REQUIRES(plan.kernel_arguments) {
    auto* const kernel = commands.to_launch(plan.kernel.get());
    const auto memory = [&plan](const Memory& of) { return KernelMemory(of, plan.pointers); };
    Arguments(kernel) << memory(job.minuend) << memory(job.subtrahend) << memory(job.difference)
                      << job.counters;
    launch_items(commands, kernel, job.counters);
}

} // namespace

SubtractionPlan::SubtractionPlan(cl_context context, cl_device_id device, CounterType counter,
                                 const Options& options) {
    if (counter > CounterType::f64) invalid("counter ", static_cast<int>(counter), " is no CounterType");
    auto plan = std::make_shared<SubtractionPlanState>();
    plan->counter = counter;
    plan->profile = checked_profile(context, device);
    plan->device = device;
    plan->pointers = PointerCalls(device, plan->profile);
    plan->context = Context::retained(context);
    plan->program = program_for(context, device, plan->profile, subtraction_source(counter), options);
    plan->kernel = create_kernel(plan->program->program.get(), "subtract");
    state_ = std::move(plan);
}

CounterType SubtractionPlan::counter() const noexcept {
    return state_->counter;
}
const DeviceProfile& SubtractionPlan::profile() const noexcept {
    return state_->profile;
}

void SubtractionPlan::enqueue(cl_command_queue queue, const SubtractionJob& job,
                              std::span<const cl_event> wait, cl_event* event) const {
    const auto& plan = *state_;
    check_queue(plan.made_for(), queue);
    check_job(plan, job, wait);
    Commands commands(queue, plan.profile, wait, event != nullptr);
    commands.copy_kernels_for(std::array{job.minuend, job.subtrahend, job.difference}, copy_of);
    if (job.counters != 0) {
        const Lock lock(plan.kernel_arguments);
        launch(commands, plan, job);
    } else {
        commands.marker(); // nothing to do, but the event must come after `wait`
    }
    if (event != nullptr) *event = commands.last().give();
}

} // namespace histo_cl::inline HISTO_CL_ABI
