#include "device/commands.hpp"

#include "device/device.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

namespace histo_cl::detail {
namespace {

/// Whether the device mishandles failed events. PoCL 3.1 aborts the process if a command fails, another
/// command waits for it, and only the queue refers to the waiting command's event. A blocking command that
/// waits for a failing event may hang. Other versions of PoCL are not trusted either.
bool loses_failed_events(const DeviceProfile& device) noexcept {
    return is_pocl(device);
}

/// Whether the device runs commands even if an event that they wait for fails, as Intel's runtime for CPUs
/// does (observed with version 2026.2).
bool runs_after_failed_events(const DeviceProfile& device) noexcept {
    return is_intel_cpu(device);
}

/// Whether clFinish(), which blocking commands call too, may return while a thread of the driver still uses
/// the queue, so that the process aborts if the queue is released then. Waiting for an event is safe.
/// PoCL 6.0 has this fault.
bool finishes_early(const DeviceProfile& device) noexcept {
    return is_pocl(device) && device.driver.starts_with("6.0");
}

} // namespace

std::span<const cl_event> wait_where_unsafe(const DeviceProfile& device, std::span<const cl_event> wait) {
    if (wait.empty() || !(loses_failed_events(device) || runs_after_failed_events(device))) return wait;
    check(clWaitForEvents(static_cast<cl_uint>(wait.size()), wait.data()), "clWaitForEvents");
    return {};
}

template <class Enqueue>
void Commands::put(const char* call, const Enqueue& enqueue) {
    const auto last = last_.get();
    auto list = empty_ ? wait_ : std::span<const cl_event>{};
    if (last != nullptr) list = {&last, 1};
    cl_event event = nullptr;
    check(enqueue(static_cast<cl_uint>(list.size()), list.empty() ? nullptr : list.data(),
                  with_events_ ? &event : nullptr),
          call);
    last_ = Event(event);
    if (std::exchange(empty_, false) && event != nullptr) first_ = Event::retained(event);
    if (keeps_events_ && event != nullptr) kept_.push_back(Event::retained(event));
}

Commands::Commands(cl_command_queue queue, const DeviceProfile& device, std::span<const cl_event> wait,
                   bool with_events)
    : queue_(queue), wait_(wait) {
    const auto properties = info<cl_command_queue_properties>(clGetCommandQueueInfo, queue,
                                                              CL_QUEUE_PROPERTIES, "clGetCommandQueueInfo");
    in_order_ = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
    // If a command fails because an event of the caller failed, the later commands must fail too. They do if
    // each command waits for the event of the command before it.
    with_events_ = with_events || !in_order_ || !wait.empty();
    finishes_early_ = finishes_early(device);
    keeps_events_ = with_events_ && loses_failed_events(device);
    spares_kernels_ = keeps_arguments_addresses(device);
}

// Releases the kept events after the last command, which ends after all others. A callback does this on a
// thread of the driver, and must not throw.
Commands::~Commands() {
    if (kept_.empty()) return;
    const auto last = kept_.back().get();
    std::unique_ptr<std::vector<Event>> kept(new (std::nothrow) std::vector<Event>(std::move(kept_)));
    const auto release = [](cl_event, cl_int, void* events) noexcept {
        delete static_cast<std::vector<Event>*>(events);
    };
    if (kept && clSetEventCallback(last, CL_COMPLETE, release, kept.get()) == CL_SUCCESS)
        static_cast<void>(kept.release());
}

void Commands::copy_kernels_for(std::span<const Memory> memory, CopyKernel copy) {
    const auto is_address = [](const Memory& of) { return of.kind() != MemoryKind::object; };
    if (spares_kernels_ && std::ranges::any_of(memory, is_address)) copy_ = std::move(copy);
}

cl_kernel Commands::to_launch(cl_kernel kernel) {
    if (!copy_) return kernel;
    // The copies must live until the commands are enqueued.
    copies_.push_back(copy_(kernel));
    return copies_.back().get();
}

void Commands::fill_zero(const KernelMemory& memory, size_t bytes) {
    const cl_uint zero = 0;
    if (const auto* const functions = memory.functions) {
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): OpenCL has no const type for the address
        auto* const address = const_cast<void*>(memory.memory.address());
        put(functions->fill_name, [&](cl_uint n, const cl_event* wait, cl_event* event) {
            return functions->fill(queue_, address, &zero, sizeof zero, bytes, n, wait, event);
        });
        return;
    }
    put("clEnqueueFillBuffer", [&](cl_uint n, const cl_event* wait, cl_event* event) {
        return clEnqueueFillBuffer(queue_, memory.memory.object(), &zero, sizeof zero, 0, bytes, n, wait,
                                   event);
    });
}

void Commands::launch(cl_kernel kernel, cl_uint dimensions, const size_t* global, const size_t* local) {
    put("clEnqueueNDRangeKernel", [&](cl_uint n, const cl_event* wait, cl_event* event) {
        return clEnqueueNDRangeKernel(queue_, kernel, dimensions, nullptr, global, local, n, wait, event);
    });
}

cl_int Commands::finish() const noexcept {
    cl_event all = nullptr;
    if (finishes_early_ && clEnqueueMarkerWithWaitList(queue_, 0, nullptr, &all) == CL_SUCCESS) {
        const Event owned(all);
        static_cast<void>(clWaitForEvents(1, &all));
    }
    return clFinish(queue_);
}

void Commands::read(cl_mem buffer, size_t bytes, void* data) {
    constexpr auto call = "clEnqueueReadBuffer";
    auto copy = finishes_early_ ? std::make_unique<std::vector<std::byte>>(bytes) : nullptr;
    try {
        put(call, [&](cl_uint n, const cl_event* wait, cl_event* event) {
            return clEnqueueReadBuffer(queue_, buffer, copy ? CL_FALSE : CL_TRUE, 0, bytes,
                                       copy ? copy->data() : data, n, wait, event);
        });
        if (copy) check(finish(), "clFinish");
        check_last(call);
    } catch (...) {
        // If waiting fails, the device may still write to the copy, so its memory is never freed.
        if (finish() != CL_SUCCESS) static_cast<void>(copy.release());
        throw;
    }
    if (copy) std::memcpy(data, copy->data(), bytes);
}

void Commands::update_host_memory(cl_mem buffer, size_t bytes) {
    void* mapped = nullptr;
    const cl_bool blocking = finishes_early_ ? CL_FALSE : CL_TRUE;
    put("clEnqueueMapBuffer", [&](cl_uint n, const cl_event* wait, cl_event* event) {
        cl_int code = CL_SUCCESS;
        mapped = clEnqueueMapBuffer(queue_, buffer, blocking, CL_MAP_READ, 0, bytes, n, wait, event, &code);
        return code;
    });
    put("clEnqueueUnmapMemObject", [&](cl_uint n, const cl_event* wait, cl_event* event) {
        return clEnqueueUnmapMemObject(queue_, buffer, mapped, n, wait, event);
    });
    check(finish(), "clFinish");
    check_last("clEnqueueMapBuffer");
}

// Throws if the last command failed. Rusticl's blocking commands succeed even if an event that they wait for
// has failed; only their own event has the error.
void Commands::check_last(const char* call) const {
    if (last_) check_completed(last_.get(), call);
}

void Commands::copy(cl_mem from, size_t from_byte, cl_mem to, size_t to_byte, size_t bytes) {
    put("clEnqueueCopyBuffer", [&](cl_uint n, const cl_event* wait, cl_event* event) {
        return clEnqueueCopyBuffer(queue_, from, to, from_byte, to_byte, bytes, n, wait, event);
    });
}

void Commands::marker() {
    put("clEnqueueMarkerWithWaitList", [&](cl_uint n, const cl_event* wait, cl_event* event) {
        return clEnqueueMarkerWithWaitList(queue_, n, wait, event);
    });
}

void check_completed(cl_event ended, const char* call) {
    check(std::min(CL_COMPLETE,
                   info<cl_int>(clGetEventInfo, ended, CL_EVENT_COMMAND_EXECUTION_STATUS, "clGetEventInfo")),
          call);
}

void wait_for(const Event& event, const char* call) {
    if (!event) return;
    auto* const handle = event.get();
    check(clWaitForEvents(1, &handle), "clWaitForEvents");
    check_completed(handle, call);
}

} // namespace histo_cl::detail
