#include "device/pointer_calls.hpp"

#include "core/process.hpp"
#include "device/device.hpp"
#include "device/objects.hpp"

#include <cstdint>

namespace histo_cl::detail {
namespace {

// Constants of cl_intel_unified_shared_memory, which the headers may lack.
constexpr cl_uint allocation_type = 0x419A;
constexpr cl_uint allocation_base = 0x419B;
constexpr cl_uint allocation_size = 0x419C;
constexpr cl_uint allocation_device = 0x419D;

template <class Function>
bool assign(Function& function, void* address) noexcept {
    function = reinterpret_cast<Function>(address);
    return address != nullptr;
}

bool has_usm(const DeviceProfile& profile) noexcept {
    return (profile.usm_device_capabilities | profile.usm_host_capabilities |
            profile.usm_shared_capabilities | profile.usm_cross_device_capabilities |
            profile.usm_system_capabilities) != 0;
}

} // namespace

PointerCalls::PointerCalls(cl_device_id device, const DeviceProfile& profile) {
    // The functions for SVM belong to OpenCL 2.0, not to an extension, and a loader for OpenCL 1.2 lacks
    // them.
    PointerFunctions svm{"clSetKernelArgSVMPointer", "clEnqueueSVMMemFill", {}, {}};
    if (profile.svm_capabilities != 0 && assign(svm.set_argument, loaded_function(svm.set_argument_name)) &&
        assign(svm.fill, loaded_function(svm.fill_name)))
        svm_ = svm;

    if (!has_usm(profile)) return;
    const auto find = [platform = platform_of(device)](const char* name) {
        return clGetExtensionFunctionAddressForPlatform(platform, name);
    };
    PointerFunctions usm{"clSetKernelArgMemPointerINTEL", "clEnqueueMemFillINTEL", {}, {}};
    if (assign(usm.set_argument, find(usm.set_argument_name)) && assign(usm.fill, find(usm.fill_name)) &&
        assign(allocation_info_, find("clGetMemAllocInfoINTEL")))
        usm_ = usm;
}

const PointerFunctions* PointerCalls::of(MemoryKind kind) const noexcept {
    if (kind == MemoryKind::svm && svm_) return &*svm_;
    if (kind == MemoryKind::usm && usm_) return &*usm_;
    return nullptr;
}

std::optional<UsmAllocation> PointerCalls::usm_allocation(cl_context context, const void* address) const {
    const auto ask = [&]<class T>(T /*type*/, cl_uint what) {
        const auto get = [&](const void* of, cl_uint which, size_t room, void* value, size_t* size) {
            return allocation_info_(context, of, which, room, value, size);
        };
        return info<T>(get, address, what, "clGetMemAllocInfoINTEL");
    };
    const UsmType type{ask(cl_uint{}, allocation_type)};
    if (type < UsmType::host || type > UsmType::shared) return std::nullopt;
    const auto base = reinterpret_cast<std::uintptr_t>(ask(static_cast<void*>(nullptr), allocation_base));
    const auto before = reinterpret_cast<std::uintptr_t>(address) - base;
    return UsmAllocation{.type = type,
                         .device = ask(cl_device_id{}, allocation_device),
                         .bytes_left = ask(size_t{}, allocation_size) - before};
}

} // namespace histo_cl::detail
