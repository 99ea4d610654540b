#pragma once

#include "opencl/command_buffer_calls.hpp"
#include "opencl/command_sink.hpp"
#include "opencl/handle.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Commands recorded into a command buffer, each after the one before by its sync point. The first waits for
/// the caller's. The command buffer keeps the buffers and kernels that they use.
class Recording final : public CommandSink {
  public:
    Recording(const CommandBufferCalls& calls, cl_command_buffer_khr buffer, SyncPoints wait, CopyKernel copy)
        : calls_(calls), buffer_(buffer), wait_(wait), copy_(std::move(copy)) {}

    [[nodiscard]] cl_command_queue in_order_queue() const noexcept override { return nullptr; }
    /// Of a memory object: an address is filled by no command of a command buffer that every version has.
    void fill_zero(const KernelMemory& memory, size_t bytes) override;
    /// A new one for each launch: PoCL 3.1 takes the arguments that a kernel has when the command buffer is
    /// enqueued, not those that it had when the launch was recorded.
    [[nodiscard]] cl_kernel to_launch(cl_kernel kernel) override;
    void launch(cl_kernel kernel, cl_uint dimensions, const size_t* global, const size_t* local) override;
    [[nodiscard]] bool repeats() const noexcept override { return true; }
    /// A command that does nothing.
    void barrier();

    [[nodiscard]] bool empty() const noexcept { return !last_; }
    /// The sync point of the last command, of which there is at least one.
    [[nodiscard]] cl_sync_point_khr last() const { return last_.value(); }

  private:
    template <class Record>
    void put(const char* call, const Record& record);

    const CommandBufferCalls& calls_;
    cl_command_buffer_khr buffer_;
    SyncPoints wait_;
    CopyKernel copy_;
    std::vector<Kernel> kernels_;
    std::optional<cl_sync_point_khr> last_;
};

} // namespace histo_cl::inline HISTO_CL_ABI::detail
