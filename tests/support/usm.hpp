#pragma once

#include "support/address_space.hpp"

#include <array>
#include <new>
#include <stdexcept>
#include <string>

namespace histo_cl::test {

/// Types of memory of cl_intel_unified_shared_memory.
enum class UsmType : std::uint8_t { device, host, shared };
inline constexpr std::array all_usm_types{UsmType::device, UsmType::host, UsmType::shared};

inline std::string name(UsmType type) {
    if (type == UsmType::device) return "device USM";
    return type == UsmType::host ? "host USM" : "shared USM";
}

/// The accesses that kernels of test_device() may make to a type of USM.
inline std::uint32_t usm_capabilities(UsmType type) {
    const auto& device = test_device().profile();
    if (type == UsmType::device) return device.usm_device_capabilities;
    return type == UsmType::host ? device.usm_host_capabilities : device.usm_shared_capabilities;
}

/// Unified shared memory of test_device(), allocated with the extension functions of its driver.
class Usm final : public AddressSpace {
  public:
    explicit Usm(UsmType type) : type_(type) {}

    [[nodiscard]] Memory at(const void* address) const override { return usm_pointer(address); }

    [[nodiscard]] void* allocate(std::size_t bytes) const override {
        using Allocate =
            void*(CL_API_CALL*)(cl_context, cl_device_id, const cl_ulong*, size_t, cl_uint, cl_int*);
        using AllocateOfHost = void*(CL_API_CALL*)(cl_context, const cl_ulong*, size_t, cl_uint, cl_int*);
        const auto context = test_device().context()();
        const auto device = test_device().id();
        cl_int code = CL_SUCCESS;
        auto* const memory =
            type_ == UsmType::host
                ? find<AllocateOfHost>("clHostMemAllocINTEL")(context, nullptr, bytes, 0, &code)
                : find<Allocate>(type_ == UsmType::device
                                     ? "clDeviceMemAllocINTEL"
                                     : "clSharedMemAllocINTEL")(context, device, nullptr, bytes, 0, &code);
        if (memory == nullptr) throw std::bad_alloc();
        return memory;
    }

    void release(void* address) const override {
        using Release = cl_int(CL_API_CALL*)(cl_context, void*);
        test_device().queue().finish();
        find<Release>("clMemFreeINTEL")(test_device().context()(), address);
    }

  private:
    template <class Function>
    static Function find(const char* name) {
        auto* const address =
            ::clGetExtensionFunctionAddressForPlatform(test_device().device().platform, name);
        if (address == nullptr) throw std::runtime_error(std::string("no ") + name);
        return reinterpret_cast<Function>(address);
    }

    void copy(const cl::CommandQueue& queue, void* to, const void* from, std::size_t bytes) const override {
        using Copy = cl_int(CL_API_CALL*)(cl_command_queue, cl_bool, void*, const void*, size_t, cl_uint,
                                          const cl_event*, cl_event*);
        if (find<Copy>("clEnqueueMemcpyINTEL")(queue(), CL_TRUE, to, from, bytes, 0, nullptr, nullptr) !=
            CL_SUCCESS)
            throw std::runtime_error("clEnqueueMemcpyINTEL failed");
    }

    UsmType type_;
};

} // namespace histo_cl::test
