#include "device/check_objects.hpp"

#include "core/integers.hpp"
#include "core/text.hpp"
#include "device/commands.hpp"
#include "device/device.hpp"
#include "histo_cl/device.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

namespace histo_cl::detail {
namespace {

template <class T>
T memory_info(cl_mem object, cl_mem_info what) {
    return info<T>(clGetMemObjectInfo, object, what, "clGetMemObjectInfo");
}

} // namespace

MemoryObject describe(cl_mem object) {
    const auto part_of = memory_info<cl_mem>(object, CL_MEM_ASSOCIATED_MEMOBJECT);
    return {.handle = object,
            .type = memory_info<cl_mem_object_type>(object, CL_MEM_TYPE),
            .context = memory_info<cl_context>(object, CL_MEM_CONTEXT),
            .flags = memory_info<cl_mem_flags>(object, CL_MEM_FLAGS),
            .bytes = memory_info<std::size_t>(object, CL_MEM_SIZE),
            .part_of = part_of,
            .origin = part_of != nullptr ? memory_info<std::size_t>(object, CL_MEM_OFFSET) : 0};
}

MemoryRange range_of(const MemoryObject& object) {
    const bool image = object.type != CL_MEM_OBJECT_BUFFER;
    if (image && object.part_of != nullptr) return range_of(describe(object.part_of));
    if ((object.flags & CL_MEM_USE_HOST_PTR) != 0)
        return range_of(memory_info<void*>(object.handle, CL_MEM_HOST_PTR), object.bytes);
    return {object.part_of != nullptr ? object.part_of : object.handle, object.origin,
            object.origin + object.bytes};
}

namespace {

// Bits of cl_device_unified_shared_memory_capabilities_intel.
constexpr std::uint32_t access = 1U << 0U;
constexpr std::uint32_t atomic_access = 1U << 1U;

template <class... Parts>
[[noreturn]] void unsupported(const Parts&... message) {
    throw Error(Status::unsupported, concat(message...));
}

void check_kind(const PlanDevice& plan, const char* which, MemoryKind kind) {
    if (plan.pointers.of(kind) != nullptr) return;
    const auto& name = plan.profile.name;
    if (kind == MemoryKind::usm)
        unsupported("a USM pointer is given for the ", which, ": ", name,
                    " has no unified shared memory (cl_intel_unified_shared_memory)");
    if (plan.profile.svm_capabilities == 0)
        unsupported("an SVM pointer is given for the ", which, ": ", name,
                    " has no shared virtual memory (CL_DEVICE_SVM_CAPABILITIES is 0)");
    unsupported("an SVM pointer is given for the ", which,
                ": the OpenCL library has no clSetKernelArgSVMPointer");
}

/// Whether `owner` is the plan's device or one of its ancestors (parent devices of sub-devices).
bool is_of_device(const PlanDevice& plan, cl_device_id owner) {
    auto device = plan.id;
    while (device != nullptr && device != owner)
        device = parent_of(device);
    return device != nullptr;
}

/// A type of unified shared memory (USM), and the accesses that kernels may make to it.
struct UsmMemory {
    const char* name;
    std::uint32_t capabilities;
};

UsmMemory usm_memory(const PlanDevice& plan, const std::optional<UsmAllocation>& allocation) {
    const auto& device = plan.profile;
    if (!allocation) return {"the host's own memory", device.usm_system_capabilities};
    switch (allocation->type) {
    case UsmType::host: return {"host USM", device.usm_host_capabilities};
    case UsmType::device: return {"device USM", device.usm_device_capabilities};
    default: break;
    }
    const bool own = allocation->device != nullptr && is_of_device(plan, allocation->device);
    return own ? UsmMemory{"shared USM", device.usm_shared_capabilities}
               : UsmMemory{"shared USM of another device", device.usm_cross_device_capabilities};
}

void check_usm(const PlanDevice& plan, const char* which, const void* address, const MemoryNeeds& needs) {
    const auto allocation = plan.pointers.usm_allocation(plan.context.get(), address);
    if (!allocation && (plan.profile.usm_system_capabilities & access) == 0)
        invalid("the USM pointer of the ", which,
                " is in no allocation of the plan's context: host, device and shared USM are allowed");
    const auto [name, capabilities] = usm_memory(plan, allocation);
    if ((capabilities & access) == 0)
        unsupported("the USM pointer of the ", which, " is in ", name, ": kernels on ", plan.profile.name,
                    " have no access to it");
    if (needs.atomics && (capabilities & atomic_access) == 0)
        unsupported("the USM pointer of the ", which, " is in ", name, ": kernels on ", plan.profile.name,
                    " have no atomics there");
    if (!allocation) return; // OpenCL knows nothing more about memory outside its allocations
    if (allocation->type == UsmType::device && !is_of_device(plan, allocation->device))
        invalid("the USM pointer of the ", which, " is in memory of another device than the plan's, ",
                plan.profile.name);
    if (allocation->bytes_left < needs.bytes)
        invalid("the USM pointer of the ", which, " has ", allocation->bytes_left,
                " B up to the end of its allocation, ", needs.bytes, " B are needed");
}

/// Checks memory given by its address: that the device supports its kind and type, that it is aligned, and,
/// if OpenCL can tell, that it belongs to the plan's context and is large enough.
void check_pointer(const PlanDevice& plan, const char* which, const Memory& memory,
                   const MemoryNeeds& needs) {
    check_kind(plan, which, memory.kind());
    const auto* const name = memory.kind() == MemoryKind::svm ? "SVM" : "USM";
    if (memory.address() == nullptr) invalid("the ", name, " pointer of the ", which, " is null");
    if (const auto past = reinterpret_cast<std::uintptr_t>(memory.address()) % needs.align; past != 0)
        invalid("the ", name, " pointer of the ", which, " is ", past, " B past a multiple of ", needs.align,
                " B, which it must be");
    if (memory.kind() == MemoryKind::usm) check_usm(plan, which, memory.address(), needs);
}

void check_device_of_context(cl_context context, cl_device_id given, const DeviceProfile& profile) {
    const auto count = info<cl_uint>(clGetContextInfo, context, CL_CONTEXT_NUM_DEVICES, "clGetContextInfo");
    std::vector<cl_device_id> devices(count);
    check(
        clGetContextInfo(context, CL_CONTEXT_DEVICES, count * sizeof(cl_device_id), devices.data(), nullptr),
        "clGetContextInfo");
    // It suffices if an ancestor of the device is in the list, because for a context of sub-devices PoCL
    // lists the root devices.
    auto device = given;
    while (device != nullptr && std::ranges::find(devices, device) == devices.end())
        device = parent_of(device);
    if (device == nullptr) invalid("the device ", profile.name, " is not one of the context's");
}

CheckedMemory check_buffer(const PlanDevice& plan, const char* which, cl_mem handle, std::uint64_t bytes) {
    if (handle == nullptr) invalid("the ", which, " buffer is a null handle: a cl_mem is needed");
    const auto buffer = describe(handle);
    if (buffer.type != CL_MEM_OBJECT_BUFFER)
        invalid("the ", which, " buffer is an image: a buffer is needed");
    if (buffer.context != plan.context.get())
        invalid("the ", which, " buffer is of another context than the plan");
    if (buffer.bytes < bytes)
        invalid("the ", which, " buffer has ", buffer.bytes, " B, ", bytes, " B are needed");
    if (const auto align = std::max(1U, plan.profile.base_address_align_bytes); buffer.origin % align != 0)
        invalid("the ", which, " buffer is a sub-buffer at byte ", buffer.origin,
                ", the device needs a multiple of ", align);
    return {buffer.flags, range_of(buffer)};
}

CheckedMemory check_memory(const PlanDevice& plan, const char* which, const Memory& memory,
                           const MemoryNeeds& needs) {
    if (memory.kind() == MemoryKind::object) return check_buffer(plan, which, memory.object(), needs.bytes);
    check_pointer(plan, which, memory, needs);
    return {CL_MEM_READ_WRITE, range_of(memory.address(), needs.bytes)};
}

} // namespace

PlanDevice plan_device(cl_context context, cl_device_id device) {
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
    PointerCalls pointers(device, profile);
    return {std::move(profile), device, Context::retained(context), pointers};
}

void check_queue(const PlanDevice& plan, cl_command_queue queue) {
    constexpr auto call = "clGetCommandQueueInfo";
    if (queue == nullptr) invalid("the queue is a null handle: a cl_command_queue is needed");
    begin_opencl();
    if (info<cl_context>(clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT, call) != plan.context.get())
        invalid("the queue is of another context than the plan");
    if (info<cl_device_id>(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE, call) != plan.id)
        invalid("the queue is of another device than the plan, which was made for ", plan.profile.name);
}

CheckedMemory check_readable(const PlanDevice& plan, const char* which, const Memory& memory,
                             const MemoryNeeds& needs) {
    const auto checked = check_memory(plan, which, memory, needs);
    if ((checked.flags & CL_MEM_WRITE_ONLY) != 0)
        invalid("the ", which, " buffer is write-only for kernels: it must be readable");
    return checked;
}

CheckedMemory check_writable(const PlanDevice& plan, const char* which, const Memory& memory,
                             const MemoryNeeds& needs) {
    const auto checked = check_memory(plan, which, memory, needs);
    if ((checked.flags & CL_MEM_READ_ONLY) != 0)
        invalid("the ", which, " buffer is read-only for kernels: it must be writable");
    return checked;
}

CheckedMemory check_read_write(const PlanDevice& plan, const char* which, const Memory& memory,
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

void check_events(const PlanDevice& plan, std::span<const cl_event> wait) {
    if (wait.size() > max_wait_events)
        invalid("the wait list has ", wait.size(), " events: allowed are 0 to ", max_wait_events);
    if (std::ranges::find(wait, nullptr) != wait.end()) invalid("the wait list holds a null event");
    for (const auto event : wait)
        if (info<cl_context>(clGetEventInfo, event, CL_EVENT_CONTEXT, "clGetEventInfo") != plan.context.get())
            invalid("the wait list holds an event of another context than the plan");
}

} // namespace histo_cl::detail
