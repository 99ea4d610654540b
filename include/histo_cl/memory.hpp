#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/opencl.h"

#include <cstddef>
#include <cstdint>

namespace histo_cl::inline HISTO_CL_ABI {

/// How a job's memory is specified: by a handle or by an address.
enum class MemoryKind : std::uint8_t {
    object, ///< a cl_mem
    svm,    ///< an address in shared virtual memory (OpenCL 2.0)
    usm,    ///< an address in unified shared memory (cl_intel_unified_shared_memory)
};

/// Memory that a job reads or writes: a cl_mem, which converts to Memory, or an address, see svm_pointer()
/// and usm_pointer(). An address must be aligned to the size of its elements (samples, weights, counters);
/// the address of a workspace or a summary must be aligned to 8 bytes. Memory does not own what it refers to.
class Memory {
  public:
    constexpr Memory() = default;
    /// No memory.
    constexpr Memory(std::nullptr_t) noexcept {} // NOLINT(google-explicit-constructor)
    /// A memory object, which is not retained.
    constexpr Memory(cl_mem object) noexcept // NOLINT(google-explicit-constructor): a cl_mem is Memory
        : object_(object) {}
    /// Memory given by its address; `kind` is svm or usm.
    constexpr Memory(MemoryKind kind, const void* address) noexcept : kind_(kind), address_(address) {}

    /// How the memory is specified.
    [[nodiscard]] constexpr MemoryKind kind() const noexcept { return kind_; }
    /// Null for memory given by its address.
    [[nodiscard]] constexpr cl_mem object() const noexcept { return object_; }
    /// Null for a memory object.
    [[nodiscard]] constexpr const void* address() const noexcept { return address_; }
    /// True if the handle or the address is not null.
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
/// system SVM, any host address. The pointer is const, as in clSetKernelArgSVMPointer(), but commands write
/// to the memory if it is an output or the workspace of the job. OpenCL has no query for SVM allocations, so
/// the caller must ensure that the allocation belongs to the plan's context, is large enough, and remains
/// until the commands have ended. Coarse-grained memory must be unmapped while the commands run.
[[nodiscard]] constexpr Memory svm_pointer(const void* address) noexcept {
    return {MemoryKind::svm, address};
}

/// Unified shared memory: an address in an allocation of clDeviceMemAllocINTEL(), clHostMemAllocINTEL() or
/// clSharedMemAllocINTEL(). The pointer is const, but commands write to the memory if it is an output or the
/// workspace of the job. The allocation must remain until the commands have ended.
[[nodiscard]] constexpr Memory usm_pointer(const void* address) noexcept {
    return {MemoryKind::usm, address};
}

} // namespace histo_cl::inline HISTO_CL_ABI
