#pragma once

#include "device/objects.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/memory.hpp"
#include "histo_cl/opencl.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace histo_cl::detail {

/// The functions for one kind of memory given by its address: SVM or USM. Both kinds have the same functions
/// under different names.
struct PointerFunctions {
    const char* set_argument_name;
    const char* fill_name;
    cl_int(CL_API_CALL* set_argument)(cl_kernel, cl_uint, const void*);
    cl_int(CL_API_CALL* fill)(cl_command_queue, void*, const void* pattern, size_t pattern_bytes,
                              size_t bytes, cl_uint wait_count, const cl_event* wait, cl_event* event);
};

/// Types of USM: constants of cl_intel_unified_shared_memory.
enum class UsmType : cl_uint { host = 0x4197, device, shared };

/// The allocation that a USM address lies in.
struct UsmAllocation {
    UsmType type;
    cl_device_id device; ///< the device of the allocation; null if it is not tied to a device
    size_t bytes_left;   ///< bytes from the address to the end of the allocation
};

/// A platform's functions for memory given by its address. Functions for SVM belong to OpenCL 2.0, and
/// functions for USM to cl_intel_unified_shared_memory.
class PointerCalls {
  public:
    /// Makes an object without functions, for a device without SVM and USM.
    PointerCalls() = default;
    PointerCalls(cl_device_id device, const DeviceProfile& profile);

    /// The functions for a kind of memory. Null for memory objects, and if the device does not support the
    /// kind or the platform lacks a function.
    [[nodiscard]] const PointerFunctions* of(MemoryKind kind) const noexcept;

    /// The USM allocation of an address; empty if the address is in no allocation of the context. The device
    /// must support USM. Throws Error(opencl_error).
    [[nodiscard]] std::optional<UsmAllocation> usm_allocation(cl_context context, const void* address) const;

  private:
    std::optional<PointerFunctions> svm_;
    std::optional<PointerFunctions> usm_;
    cl_int(CL_API_CALL* allocation_info_)(cl_context, const void*, cl_uint, size_t, void*, size_t*) = nullptr;
};

/// Memory as an argument of kernels and fills: a memory object, which may be null, or an address with the
/// functions for its kind. The PointerCalls that own these functions must outlive this object.
struct KernelMemory {
    KernelMemory() = default;
    KernelMemory(cl_mem object) noexcept : memory(object) {} // NOLINT(google-explicit-constructor)
    KernelMemory(const Memory& of, const PointerCalls& calls) noexcept
        : memory(of), functions(calls.of(of.kind())) {}

    Memory memory;
    const PointerFunctions* functions = nullptr; ///< null for a memory object
};

/// Sets a kernel's arguments, one after the other.
class Arguments {
  public:
    /// A local memory argument of this size.
    struct Local {
        std::uint64_t bytes;
    };

    explicit Arguments(cl_kernel kernel, cl_uint first = 0) noexcept : kernel_(kernel), next_(first) {}

    Arguments& operator<<(cl_mem buffer) { return set(sizeof buffer, static_cast<const void*>(&buffer)); }
    Arguments& operator<<(const KernelMemory& memory) {
        const auto& [of, functions] = memory;
        if (functions == nullptr) return *this << of.object();
        check(functions->set_argument(kernel_, next_++, of.address()), functions->set_argument_name);
        return *this;
    }
    Arguments& operator<<(std::uint64_t value) { return set(sizeof value, &value); }
    Arguments& operator<<(std::uint32_t value) { return set(sizeof value, &value); }
    Arguments& operator<<(float value) { return set(sizeof value, &value); }
    Arguments& operator<<(double value) { return set(sizeof value, &value); }
    Arguments& operator<<(bool value) { return *this << std::uint32_t{value}; }
    Arguments& operator<<(Local memory) { return set(memory.bytes, nullptr); }
    /// Sets an argument that a kernel takes by value: a struct of 32-bit words.
    Arguments& operator<<(std::span<const std::uint32_t> values) {
        return set(values.size_bytes(), values.data());
    }

    [[nodiscard]] cl_uint next() const noexcept { return next_; }

  private:
    Arguments& set(std::size_t size, const void* value) {
        check(clSetKernelArg(kernel_, next_++, size, value), "clSetKernelArg");
        return *this;
    }

    cl_kernel kernel_;
    cl_uint next_;
};

} // namespace histo_cl::detail
