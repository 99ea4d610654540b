#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/opencl.hpp"
#include "opencl/handle.hpp"
#include "opencl/kernel_memory.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
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
    /// Whether the commands run several times, each time after the last: a command buffer's.
    [[nodiscard]] virtual bool repeats() const noexcept = 0;
};

/// One work-item for each of `items`, rounded up so that the driver finds a work-group size that divides.
inline void launch_items(CommandSink& commands, cl_kernel kernel, std::uint64_t items) {
    constexpr std::uint64_t multiple = 64;
    const size_t global = std::max<std::uint64_t>(1, (items + multiple - 1) / multiple) * multiple;
    commands.launch(kernel, 1, &global, nullptr);
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
