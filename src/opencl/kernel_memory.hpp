#pragma once

#include "histo_cl/memory.hpp"
#include "opencl/handle.hpp"
#include "opencl/pointer_calls.hpp"

#include <cstdint>
#include <span>

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

/// Sets a kernel's arguments, one after the other.
class Arguments {
  public:
    /// Local memory of so many bytes.
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
    /// By value.
    Arguments& operator<<(std::span<const std::uint32_t> values) {
        return set(values.size_bytes(), values.data());
    }

    /// The number of the next one.
    [[nodiscard]] cl_uint next() const noexcept { return next_; }

  private:
    Arguments& set(std::size_t size, const void* value) {
        check(clSetKernelArg(kernel_, next_++, size, value), "clSetKernelArg");
        return *this;
    }

    cl_kernel kernel_;
    cl_uint next_;
};

} // namespace histo_cl::inline HISTO_CL_ABI::detail
