#pragma once

#include "device/commands.hpp"
#include "device/objects.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/opencl.h"

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace histo_cl::detail {

/// Sync points of a command buffer for which a command waits.
using SyncPoints = std::span<const cl_sync_point_khr>;

/// Maximum number of sync points in a wait list.
inline constexpr std::size_t max_sync_points = std::numeric_limits<cl_uint>::max();

/// The functions of cl_khr_command_buffer that recording needs, as a platform provides them. Since version
/// 0.9.5 of the extension, the functions that record a fill or a barrier have one more argument. Each
/// function returns an OpenCL code. Functions that record a command write the sync point of the command to
/// `done`.
class CommandBufferCalls {
  public:
    /// Throws Error(unsupported) if the device has no command buffers, or its driver lacks a function.
    CommandBufferCalls(cl_device_id device, const DeviceProfile& profile);

    cl_int get_info(cl_command_buffer_khr buffer, cl_uint what, size_t room, void* value, size_t* size) const;
    cl_int fill(cl_command_buffer_khr buffer, cl_mem memory, cl_uint pattern, size_t bytes, SyncPoints wait,
                cl_sync_point_khr* done) const;
    cl_int launch(cl_command_buffer_khr buffer, cl_kernel kernel, cl_uint dimensions, const size_t* global,
                  const size_t* local, SyncPoints wait, cl_sync_point_khr* done) const;
    cl_int barrier(cl_command_buffer_khr buffer, SyncPoints wait, cl_sync_point_khr* done) const;

  private:
    bool takes_properties_;
    void* get_info_;
    void* fill_;
    void* launch_;
    void* barrier_;
};

/// Records commands into a command buffer. The first command waits for the caller's sync points. Each later
/// command waits for the sync point of the command before it. The command buffer retains the kernels that its
/// commands use, but not the memory that their arguments refer to.
class Recording final : public CommandSink {
  public:
    Recording(const CommandBufferCalls& calls, cl_command_buffer_khr buffer, SyncPoints wait, CopyKernel copy)
        : calls_(calls), buffer_(buffer), wait_(wait), copy_(std::move(copy)) {}

    [[nodiscard]] cl_command_queue in_order_queue() const noexcept override { return nullptr; }
    /// The memory must be a memory object, because not every version of the extension can record a fill of
    /// memory given by its address.
    void fill_zero(const KernelMemory& memory, size_t bytes) override;
    /// Returns a new kernel object for each launch. PoCL 3.1 requires this: it reads the arguments of a
    /// kernel object when the command buffer is enqueued, not when the launch is recorded.
    [[nodiscard]] cl_kernel to_launch(cl_kernel kernel) override;
    void launch(cl_kernel kernel, cl_uint dimensions, const size_t* global, const size_t* local) override;
    void keep(const Buffer& memory) override;
    [[nodiscard]] bool repeats() const noexcept override { return true; }
    /// Records a command that does nothing.
    void barrier();

    [[nodiscard]] bool empty() const noexcept { return !last_; }
    /// Memory that must exist as long as the command buffer.
    [[nodiscard]] std::vector<Buffer>& kept() noexcept { return kept_; }
    /// The sync point of the last command. At least one command must have been recorded.
    [[nodiscard]] cl_sync_point_khr last() const { return last_.value(); }

  private:
    template <class Record>
    void put(const char* call, const Record& record);

    const CommandBufferCalls& calls_;
    cl_command_buffer_khr buffer_;
    SyncPoints wait_;
    CopyKernel copy_;
    std::vector<Kernel> kernels_;
    std::vector<Buffer> kept_;
    std::optional<cl_sync_point_khr> last_;
};

} // namespace histo_cl::detail
