#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/opencl.hpp"
#include "opencl/handle.hpp"
#include "opencl/kernel_memory.hpp"

#include <cstddef>
#include <functional>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Another kernel object like the one given, with the arguments set that all its launches have in common.
using CopyKernel = std::function<Kernel(cl_kernel)>;

/// What takes commands, each after the one before: a queue, or a command buffer.
class CommandSink {
  public:
    CommandSink() = default;
    CommandSink(const CommandSink&) = delete;
    CommandSink& operator=(const CommandSink&) = delete;
    virtual ~CommandSink() = default;

    /// The queue, if it runs its commands in order; else null.
    [[nodiscard]] virtual cl_command_queue in_order_queue() const noexcept = 0;
    virtual void fill_zero(const KernelMemory& memory, size_t bytes) = 0;
    /// The kernel to set arguments of and to launch once: this one, or another like it.
    [[nodiscard]] virtual cl_kernel to_launch(cl_kernel kernel) = 0;
    virtual void launch(cl_kernel kernel, cl_uint dimensions, const size_t* global, const size_t* local) = 0;
};

} // namespace histo_cl::inline HISTO_CL_ABI::detail
