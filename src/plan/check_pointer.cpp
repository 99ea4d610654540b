#include "plan/check_pointer.hpp"

#include "core/invalid.hpp"
#include "device/device.hpp"

namespace histo_cl::detail {
namespace {

// Bits of cl_device_unified_shared_memory_capabilities_intel.
constexpr std::uint32_t access = 1U << 0U;
constexpr std::uint32_t atomic_access = 1U << 1U;

template <class... Parts>
[[noreturn]] void unsupported(const Parts&... message) {
    throw Error(Status::unsupported, concat(message...));
}

void check_kind(const MadeFor& plan, const char* which, MemoryKind kind) {
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

/// Whether memory of a device is the plan's device's: its own, or that of the device that it is a part of.
bool is_of_device(const MadeFor& plan, cl_device_id owner) {
    auto device = plan.device;
    while (device != nullptr && device != owner)
        device = parent_of(device);
    return device != nullptr;
}

/// Memory of a type, with what kernels may do with it.
struct UsmMemory {
    const char* name;
    std::uint32_t capabilities;
};

UsmMemory usm_memory(const MadeFor& plan, const std::optional<UsmAllocation>& allocation) {
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

void check_usm(const MadeFor& plan, const char* which, const void* address, const MemoryNeeds& needs) {
    const auto allocation = plan.pointers.usm_allocation(plan.context, address);
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
    if (!allocation) return; // nothing else is known of it
    if (allocation->type == UsmType::device && !is_of_device(plan, allocation->device))
        invalid("the USM pointer of the ", which, " is in memory of another device than the plan's, ",
                plan.profile.name);
    if (allocation->bytes_left < needs.bytes)
        invalid("the USM pointer of the ", which, " has ", allocation->bytes_left,
                " B up to the end of its allocation, ", needs.bytes, " B are needed");
}

} // namespace

void check_pointer(const MadeFor& plan, const char* which, const Memory& memory, const MemoryNeeds& needs) {
    check_kind(plan, which, memory.kind());
    const auto* const name = memory.kind() == MemoryKind::svm ? "SVM" : "USM";
    if (memory.address() == nullptr) invalid("the ", name, " pointer of the ", which, " is null");
    if (const auto past = reinterpret_cast<std::uintptr_t>(memory.address()) % needs.align; past != 0)
        invalid("the ", name, " pointer of the ", which, " is ", past, " B past a multiple of ", needs.align,
                " B, which it must be");
    if (memory.kind() == MemoryKind::usm) check_usm(plan, which, memory.address(), needs);
}

} // namespace histo_cl::detail
