#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/opencl.hpp"

#include <cstddef>
#include <cstdint>

namespace histo_cl::inline HISTO_CL_ABI {

/// How memory is given: by a handle, or by an address.
enum class MemoryKind : std::uint8_t {
    object, ///< a cl_mem
    svm,    ///< an address in shared virtual memory (OpenCL 2.0)
    usm,    ///< an address in unified shared memory (cl_intel_unified_shared_memory)
};

/// What a job reads or writes: a memory object, which a cl_mem converts to, or memory by its address, see
/// svm_pointer() and usm_pointer(). An address is aligned for its elements: a sample, a weight, a counter; a
/// workspace to 8 B. A value: it owns nothing, and equal ones are the same handle or address.
class Memory {
  public:
    constexpr Memory() = default;
    constexpr Memory(std::nullptr_t) noexcept {} // NOLINT(google-explicit-constructor)
    constexpr Memory(cl_mem object) noexcept     // NOLINT(google-explicit-constructor): it is one
        : object_(object) {}
    /// `kind` is svm or usm.
    constexpr Memory(MemoryKind kind, const void* address) noexcept : kind_(kind), address_(address) {}

    [[nodiscard]] constexpr MemoryKind kind() const noexcept { return kind_; }
    /// Null for memory given by its address.
    [[nodiscard]] constexpr cl_mem object() const noexcept { return object_; }
    /// Null for a memory object.
    [[nodiscard]] constexpr const void* address() const noexcept { return address_; }
    /// Whether it is neither a null handle nor a null address.
    [[nodiscard]] constexpr explicit operator bool() const noexcept {
        return object_ != nullptr || address_ != nullptr;
    }

    friend constexpr bool operator==(const Memory&, const Memory&) = default;

  private:
    MemoryKind kind_ = MemoryKind::object;
    cl_mem object_ = nullptr;
    const void* address_ = nullptr;
};

/// Shared virtual memory: an address in an allocation of clSVMAlloc() or, on a device with fine-grained
/// system SVM, any of the host's. As counts or workspace it is written, as with clSetKernelArgSVMPointer().
/// OpenCL has no query for it, so the library cannot check that it is of the plan's context, large enough and
/// not freed: the caller must. Nothing retains it: it must stay until the commands have ended, and
/// coarse-grained memory must be unmapped while they run.
[[nodiscard]] constexpr Memory svm_pointer(const void* address) noexcept {
    return {MemoryKind::svm, address};
}

/// Unified shared memory: an address in an allocation of clDeviceMemAllocINTEL(), clHostMemAllocINTEL() or
/// clSharedMemAllocINTEL(). As counts or workspace it is written. Nothing retains it: it must stay until the
/// commands have ended.
[[nodiscard]] constexpr Memory usm_pointer(const void* address) noexcept {
    return {MemoryKind::usm, address};
}

} // namespace histo_cl::inline HISTO_CL_ABI
