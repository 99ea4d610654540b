#pragma once

#include "histo_cl/memory.hpp"
#include "opencl/pointer_calls.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Memory as kernels and fills take it: a memory object, or an address with the functions for its kind, which
/// must stay. Null: none.
struct KernelMemory {
    KernelMemory() = default;
    KernelMemory(cl_mem object) noexcept : memory(object) {} // NOLINT(google-explicit-constructor)
    KernelMemory(const Memory& of, const PointerCalls& calls) noexcept
        : memory(of), functions(calls.of(of.kind())) {}

    Memory memory;
    const PointerFunctions* functions = nullptr; ///< null for a memory object
};

} // namespace histo_cl::inline HISTO_CL_ABI::detail
