#include "core/text.hpp"
#include "device/recording.hpp"
#include "histo_cl/plan.hpp"
#include "plan/plan.hpp"

namespace histo_cl::inline HISTO_CL_ABI {

using namespace detail;

namespace {

// Constants of cl_khr_command_buffer, which the installed headers may lack.
constexpr cl_uint command_buffer_queues = 0x1294;
constexpr cl_uint command_buffer_num_queues = 0x1295;
constexpr cl_uint command_buffer_state = 0x1297;
constexpr cl_uint state_recording = 0;

/// Whether the driver misreports the queue of a command buffer, as PoCL before 5.0 does.
bool misreports_queues(const DeviceProfile& device) {
    return device.platform == "Portable Computing Language" &&
           (device.driver.starts_with("3.") || device.driver.starts_with("4."));
}

/// Whether the command buffer belongs to another context. To find out, tries to record a fill and looks at
/// the error code. The fill is smaller than its pattern, so it is invalid in every case and is not recorded.
bool is_of_other_context(const CommandBufferCalls& calls, cl_command_buffer_khr buffer, cl_mem memory) {
    constexpr size_t less_than_a_pattern = 1;
    cl_sync_point_khr none = 0;
    return calls.fill(buffer, memory, 0, less_than_a_pattern, {}, &none) == CL_INVALID_CONTEXT;
}

/// Throws Error(invalid_argument) unless the command buffer was created for this queue only and still accepts
/// commands. If misreports_queues(), checks the command buffer's context instead of its queue. The queue must
/// have passed check_queue(). `memory`: a memory object of the plan's context.
void check_command_buffer(const CommandBufferCalls& calls, const DeviceProfile& device,
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
    if (misreports_queues(device)) {
        if (is_of_other_context(calls, buffer, memory))
            invalid("the command buffer is of another context than the plan");
    } else if (ask(cl_command_queue{}, command_buffer_queues) != queue) {
        invalid("the command buffer is of another queue than the one given");
    }
}

/// Throws Error(unsupported) for an address: command buffers before version 0.9.4 fill only memory objects,
/// and none fills USM.
void check_fillable(const char* which, const Memory& memory) {
    if (memory.kind() != MemoryKind::object)
        throw Error(Status::unsupported,
                    concat("an address is given for the ", which,
                           ", which not every command buffer can fill: a cl_mem is needed"));
}

} // namespace

void Plan::record(cl_command_buffer_khr buffer, cl_command_queue queue, const Job& job,
                  std::span<const cl_sync_point_khr> wait, cl_sync_point_khr* done) const {
    const auto& engine = *engine_;
    const auto& device = engine.device();
    if (engine.decision().merge == Merge::host)
        invalid("the plan merges on the host, which a command buffer does not: call count()");
    check_queue(device, queue);
    const CommandBufferCalls calls(device.id, device.profile);
    const auto shape = check_shape(engine.checked_problem(), job.shape);
    check_counts(engine, job, engine.count_bytes(shape.histograms), check_job(engine, job, shape, {}));
    check_fillable("counts", job.counts);
    check_fillable("workspace", job.workspace);
    check_fillable("skipped", job.skipped);
    check_command_buffer(calls, device.profile, buffer, queue, job.counts.object());
    if (wait.size() > max_sync_points)
        invalid("the wait list has ", wait.size(), " sync points: allowed are 0 to ", max_sync_points);

    Recording recording(calls, buffer, wait,
                        [&engine](cl_kernel kernel) { return engine.copy_kernel(kernel); });
    engine.enqueue(recording, job, shape);
    // There is nothing to count, but the sync point must follow the sync points of `wait`.
    if (recording.empty()) recording.barrier();
    engine.keep(recording.kept());
    if (done != nullptr) *done = recording.last();
}

} // namespace histo_cl::inline HISTO_CL_ABI
