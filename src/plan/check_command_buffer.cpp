#include "plan/check_command_buffer.hpp"

#include "core/invalid.hpp"

namespace histo_cl::detail {
namespace {

// Of cl_khr_command_buffer, which the headers need not have.
constexpr cl_uint command_buffer_queues = 0x1294;
constexpr cl_uint command_buffer_num_queues = 0x1295;
constexpr cl_uint command_buffer_state = 0x1297;
constexpr cl_uint state_recording = 0;

/// PoCL before 5.0 gives an address of its own for the queue.
bool misreports_queues(const DeviceProfile& device) {
    return device.platform == "Portable Computing Language" &&
           (device.driver.starts_with("3.") || device.driver.starts_with("4."));
}

/// Whether the driver refuses the buffer for being of another context: by a fill that it has to refuse
/// anyway, of less than a pattern.
bool is_of_other_context(const CommandBufferCalls& calls, cl_command_buffer_khr buffer, cl_mem memory) {
    constexpr size_t less_than_a_pattern = 1;
    cl_sync_point_khr none = 0;
    return calls.fill(buffer, memory, 0, less_than_a_pattern, {}, &none) == CL_INVALID_CONTEXT;
}

} // namespace

void check_command_buffer(const CommandBufferCalls& calls, const PlanState& plan,
                          cl_command_buffer_khr buffer, cl_command_queue queue, cl_mem memory) {
    if (buffer == nullptr) invalid("the command buffer is a null handle: a cl_command_buffer_khr is needed");
    const auto ask = [&]<class T>(T /*type*/, cl_uint what) {
        const auto get = [&calls](auto... arguments) { return calls.get_info(arguments...); };
        return info<T>(get, buffer, what, "clGetCommandBufferInfoKHR");
    };
    if (ask(cl_uint{}, command_buffer_state) != state_recording)
        invalid("the command buffer is finalized: it takes no more commands");
    if (const auto queues = ask(cl_uint{}, command_buffer_num_queues); queues != 1)
        invalid("the command buffer has ", queues, " queues: one is allowed");
    if (misreports_queues(plan.profile)) {
        if (is_of_other_context(calls, buffer, memory))
            invalid("the command buffer is of another context than the plan");
    } else if (ask(cl_command_queue{}, command_buffer_queues) != queue) {
        invalid("the command buffer is of another queue than the one given");
    }
}

} // namespace histo_cl::detail
