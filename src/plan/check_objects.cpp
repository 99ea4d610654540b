#include "plan/check_objects.hpp"

#include "core/invalid.hpp"
#include "core/saturating.hpp"
#include "device/commands.hpp"
#include "device/device.hpp"
#include "device/objects.hpp"
#include "histo_cl/device.hpp"
#include "plan/check_pointer.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace histo_cl::detail {
namespace {

void check_device_of_context(cl_context context, cl_device_id given, const DeviceProfile& profile) {
    const auto count = info<cl_uint>(clGetContextInfo, context, CL_CONTEXT_NUM_DEVICES, "clGetContextInfo");
    std::vector<cl_device_id> devices(count);
    check(
        clGetContextInfo(context, CL_CONTEXT_DEVICES, count * sizeof(cl_device_id), devices.data(), nullptr),
        "clGetContextInfo");
    // Of a context of sub-devices PoCL names the whole devices.
    auto device = given;
    while (device != nullptr && std::ranges::find(devices, device) == devices.end())
        device = parent_of(device);
    if (device == nullptr) invalid("the device ", profile.name, " is not one of the context's");
}

CheckedMemory check_buffer(const MadeFor& plan, const char* which, cl_mem handle, std::uint64_t bytes) {
    if (handle == nullptr) invalid("the ", which, " buffer is a null handle: a cl_mem is needed");
    const auto buffer = describe(handle);
    if (buffer.type != CL_MEM_OBJECT_BUFFER)
        invalid("the ", which, " buffer is an image: a buffer is needed");
    if (buffer.context != plan.context) invalid("the ", which, " buffer is of another context than the plan");
    if (buffer.bytes < bytes)
        invalid("the ", which, " buffer has ", buffer.bytes, " B, ", bytes, " B are needed");
    if (const auto align = std::max(1U, plan.profile.base_address_align_bytes); buffer.origin % align != 0)
        invalid("the ", which, " buffer is a sub-buffer at byte ", buffer.origin,
                ", the device needs a multiple of ", align);
    return {buffer.flags, range_of(buffer)};
}

CheckedMemory check_memory(const MadeFor& plan, const char* which, const Memory& memory,
                           const MemoryNeeds& needs) {
    if (memory.kind() == MemoryKind::object) return check_buffer(plan, which, memory.object(), needs.bytes);
    check_pointer(plan, which, memory, needs);
    return {CL_MEM_READ_WRITE, range_of(memory.address(), needs.bytes)};
}

} // namespace

DeviceProfile checked_profile(cl_context context, cl_device_id device) {
    if (context == nullptr) invalid("the context is a null handle: a cl_context is needed");
    auto profile = device_profile(device);
    if (!profile.compiler_available)
        throw Error(Status::no_compiler, concat(profile.name, " cannot build kernels from source"));
    constexpr bool little_endian_host = std::endian::native == std::endian::little;
    if (profile.little_endian != little_endian_host)
        throw Error(Status::unsupported,
                    concat(profile.name, " is ", profile.little_endian ? "little" : "big",
                           "-endian, but the host is not: a device must have the host's byte order"));
    check_device_of_context(context, device, profile);
    return profile;
}

void check_doubles(const DeviceProfile& profile, const char* what) {
    if (!profile.fp64)
        throw Error(Status::unsupported, concat(what, " in double: ", profile.name,
                                                " has no doubles in its kernels (cl_khr_fp64)"));
}

void check_queue(const MadeFor& plan, cl_command_queue queue) {
    constexpr auto call = "clGetCommandQueueInfo";
    if (queue == nullptr) invalid("the queue is a null handle: a cl_command_queue is needed");
    begin_opencl();
    if (info<cl_context>(clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT, call) != plan.context)
        invalid("the queue is of another context than the plan");
    if (info<cl_device_id>(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE, call) != plan.device)
        invalid("the queue is of another device than the plan, which was made for ", plan.profile.name);
}

CheckedMemory check_readable(const MadeFor& plan, const char* which, const Memory& memory,
                             const MemoryNeeds& needs) {
    const auto checked = check_memory(plan, which, memory, needs);
    if ((checked.flags & CL_MEM_WRITE_ONLY) != 0)
        invalid("the ", which, " buffer is write-only for kernels: it must be readable");
    return checked;
}

CheckedMemory check_writable(const MadeFor& plan, const char* which, const Memory& memory,
                             const MemoryNeeds& needs) {
    const auto checked = check_memory(plan, which, memory, needs);
    if ((checked.flags & CL_MEM_READ_ONLY) != 0)
        invalid("the ", which, " buffer is read-only for kernels: it must be writable");
    return checked;
}

CheckedMemory check_read_write(const MadeFor& plan, const char* which, const Memory& memory,
                               const MemoryNeeds& needs) {
    const auto checked = check_memory(plan, which, memory, needs);
    if ((checked.flags & (CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY)) != 0)
        invalid("the ", which, " buffer must be readable and writable for kernels (CL_MEM_READ_WRITE)");
    return checked;
}

void check_apart(const char* which, const MemoryRange& range, const char* other,
                 const MemoryRange& other_range) {
    if (overlap(range, other_range)) invalid("the ", other, " and the ", which, " are in the same memory");
}

std::uint64_t end_of(const char* which, std::uint64_t offset, std::uint64_t unit, std::uint64_t used) {
    if (offset > (largest_u64 - used) / unit)
        invalid(which, " offset ", offset, " and ", used, " B after it are more than 2^64 bytes");
    return offset * unit + used;
}

void check_events(const MadeFor& plan, std::span<const cl_event> wait) {
    if (wait.size() > max_wait_events)
        invalid("the wait list has ", wait.size(), " events: allowed are 0 to ", max_wait_events);
    if (std::ranges::find(wait, nullptr) != wait.end()) invalid("the wait list holds a null event");
    for (const auto event : wait)
        if (info<cl_context>(clGetEventInfo, event, CL_EVENT_CONTEXT, "clGetEventInfo") != plan.context)
            invalid("the wait list holds an event of another context than the plan");
}

} // namespace histo_cl::detail
