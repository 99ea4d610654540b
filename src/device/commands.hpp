#pragma once

#include "device/objects.hpp"
#include "device/pointer_calls.hpp"
#include "histo_cl/abi.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/opencl.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace histo_cl::detail {

/// Another kernel object like the one given, with the arguments set that all its launches have in common.
using CopyKernel = std::function<Kernel(cl_kernel)>;

/// The target of commands that run one after the other: a queue, or a command buffer.
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
    /// Names memory that commands of the sink use and whose owner is about to release it. What is on a queue
    /// keeps its memory; a command buffer need not.
    virtual void keep(const Buffer& memory) = 0;
    /// Whether the commands run several times, each time after the last: a command buffer's.
    [[nodiscard]] virtual bool repeats() const noexcept = 0;
};

/// One work-item for each of `items`, rounded up so that the driver finds a work-group size that divides.
inline void launch_items(CommandSink& commands, cl_kernel kernel, std::uint64_t items) {
    constexpr std::uint64_t multiple = 64;
    const size_t global = std::max<std::uint64_t>(1, (items + multiple - 1) / multiple) * multiple;
    commands.launch(kernel, 1, &global, nullptr);
}

/// Throws Error(opencl_error) that names the call if the command of an event that has ended failed: not every
/// platform fails the wait for it.
void check_completed(cl_event ended, const char* call);

/// Waits until the command has ended, and throws like check_completed(). Does nothing for an empty event.
void wait_for(const Event& event, const char* call);

/// The most events that OpenCL takes in one wait list.
inline constexpr std::size_t max_wait_events = std::numeric_limits<cl_uint>::max();

/// For a call that waits anyway: waits for the events at once on a platform where it is not safe to let
/// commands wait for an event that fails. Returns those that are left to wait for. Throws
/// Error(opencl_error) if one has failed.
[[nodiscard]] std::span<const cl_event> wait_where_unsafe(const DeviceProfile& device,
                                                          std::span<const cl_event> wait);

/// Commands put on one queue, each after the one before, whether the queue keeps its order or not. The first
/// waits for the caller's events. Events cost time, so on a queue that keeps its order there are none unless
/// they are requested.
class Commands final : public CommandSink {
  public:
    /// `device`: the queue's.
    Commands(cl_command_queue queue, const DeviceProfile& device, std::span<const cl_event> wait,
             bool with_events);
    Commands(const Commands&) = delete;
    Commands& operator=(const Commands&) = delete;
    ~Commands() override;

    [[nodiscard]] cl_command_queue queue() const noexcept { return queue_; }
    [[nodiscard]] cl_command_queue in_order_queue() const noexcept override {
        return in_order_ ? queue_ : nullptr;
    }
    [[nodiscard]] bool empty() const noexcept { return empty_; }

    /// From now on launches copies of the kernels, if the job has addresses that would spoil the plan's
    /// kernels for buffers (keeps_arguments_addresses()).
    void copy_kernels_for(std::span<const Memory> memory, CopyKernel copy);

    void fill_zero(const KernelMemory& memory, size_t bytes) override;
    [[nodiscard]] cl_kernel to_launch(cl_kernel kernel) override;
    void launch(cl_kernel kernel, cl_uint dimensions, const size_t* global, const size_t* local) override;
    void keep(const Buffer& /*memory*/) override {}
    [[nodiscard]] bool repeats() const noexcept override { return false; }
    /// Copies from one buffer, byte `from_byte` on, to another, byte `to_byte` on.
    void copy(cl_mem from, size_t from_byte, cl_mem to, size_t to_byte, size_t bytes);
    void marker();
    /// Reads and waits, also if it fails: nothing writes to `data` after it.
    void read(cl_mem buffer, size_t bytes, void* data);
    /// A buffer that lies in host memory (CL_MEM_USE_HOST_PTR): waits until that has what the commands before
    /// wrote.
    void update_host_memory(cl_mem buffer, size_t bytes);
    /// Waits until all commands have ended, without asking whether they failed. Returns what clFinish() does.
    [[nodiscard]] cl_int finish() const noexcept { return clFinish(queue_); }

    /// The event of the first command, if there are events.
    [[nodiscard]] Event& first() noexcept { return first_; }
    /// The event of the last command, if there are events.
    [[nodiscard]] Event& last() noexcept { return last_; }

  private:
    template <class Enqueue>
    void put(const char* call, const Enqueue& enqueue);
    /// Throws if the last command, which has ended, has an event that failed.
    void check_last(const char* call) const;

    cl_command_queue queue_;
    std::span<const cl_event> wait_;
    bool in_order_;
    bool with_events_;
    bool empty_ = true;
    Event first_;
    Event last_;
    bool keeps_events_;
    bool spares_kernels_;
    std::vector<Event> kept_; ///< of all commands, where the platform needs them until they have ended
    CopyKernel copy_;         ///< empty: launches take the plan's kernels
    std::vector<Kernel> copies_;
};

/// If a call fails, waits until what is on the queue has ended: it may write to memory that is about to go.
class FinishOnFailure {
  public:
    /// `abandon`: called if the queue cannot be waited for.
    explicit FinishOnFailure(const Commands& commands, std::function<void()> abandon = {})
        : commands_(commands), abandon_(std::move(abandon)) {}
    FinishOnFailure(const FinishOnFailure&) = delete;
    FinishOnFailure& operator=(const FinishOnFailure&) = delete;
    ~FinishOnFailure() {
        if (succeeded_ || commands_.empty()) return;
        if (commands_.finish() != CL_SUCCESS && abandon_) abandon_();
    }

    void succeeded() noexcept { succeeded_ = true; }

  private:
    const Commands& commands_;
    std::function<void()> abandon_;
    bool succeeded_ = false;
};

} // namespace histo_cl::detail
