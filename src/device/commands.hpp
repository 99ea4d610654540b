#pragma once

#include "core/integers.hpp"
#include "device/objects.hpp"
#include "device/pointer_calls.hpp"
#include "histo_cl/abi.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/opencl.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace histo_cl::detail {

/// A function that copies a kernel object. In the copy, the arguments that are the same in all launches of
/// the kernel are set.
using CopyKernel = std::function<Kernel(cl_kernel)>;

/// The target of commands that run one after the other: a queue, or a command buffer.
class CommandSink {
  public:
    CommandSink() = default;
    CommandSink(const CommandSink&) = delete;
    CommandSink& operator=(const CommandSink&) = delete;
    virtual ~CommandSink() = default;

    /// The queue, if there is one and it runs its commands in order; otherwise null.
    [[nodiscard]] virtual cl_command_queue in_order_queue() const noexcept = 0;
    virtual void fill_zero(const KernelMemory& memory, size_t bytes) = 0;
    /// Returns the kernel object on which the caller sets arguments, and which it launches once: `kernel` or
    /// a copy of it.
    [[nodiscard]] virtual cl_kernel to_launch(cl_kernel kernel) = 0;
    virtual void launch(cl_kernel kernel, cl_uint dimensions, const size_t* global, const size_t* local) = 0;
    /// Keeps alive memory that the commands use and that its owner is about to release. Commands on a queue
    /// retain their memory, but commands in a command buffer may not.
    virtual void keep(const Buffer& memory) = 0;
    /// Whether the commands are executed repeatedly, as in a command buffer.
    [[nodiscard]] virtual bool repeats() const noexcept = 0;
};

/// Launches at least `items` work-items. Their number is rounded up to a multiple of 64, so that the driver
/// finds a work-group size that divides it.
inline void launch_items(CommandSink& commands, cl_kernel kernel, std::uint64_t items) {
    const size_t global = rounded_up(std::max<std::uint64_t>(1, items), 64);
    commands.launch(kernel, 1, &global, nullptr);
}

/// Throws Error(opencl_error) with the name of the call if the command of a completed event failed. On some
/// platforms, waiting for such an event reports no failure.
void check_completed(cl_event ended, const char* call);

/// Waits until the command has ended, and throws like check_completed(). Does nothing for an empty event.
void wait_for(const Event& event, const char* call);

/// Maximum number of events in a wait list of OpenCL.
inline constexpr std::size_t max_wait_events = std::numeric_limits<cl_uint>::max();

/// Returns the events that commands must wait for. On a platform where commands must not wait for an event
/// that may fail, this function waits for all events itself and returns none, so use it only in calls that
/// block anyway. Throws Error(opencl_error) if an event for which it waits has failed.
[[nodiscard]] std::span<const cl_event> wait_where_unsafe(const DeviceProfile& device,
                                                          std::span<const cl_event> wait);

/// Enqueues commands that run one after the other, on an in-order or out-of-order queue. The first command
/// waits for the caller's events. Events cost time, so on an in-order queue, commands have events only if
/// `with_events` is true or the caller's list of events is not empty.
class Commands final : public CommandSink {
  public:
    /// `device`: the device of the queue.
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

    /// Makes later launches use copies of the kernels if two conditions hold: the job has memory given by its
    /// address, and an address would make the plan's kernels unusable for buffers
    /// (keeps_arguments_addresses()).
    void copy_kernels_for(std::span<const Memory> memory, CopyKernel copy);

    void fill_zero(const KernelMemory& memory, size_t bytes) override;
    [[nodiscard]] cl_kernel to_launch(cl_kernel kernel) override;
    void launch(cl_kernel kernel, cl_uint dimensions, const size_t* global, const size_t* local) override;
    void keep(const Buffer& /*memory*/) override {}
    [[nodiscard]] bool repeats() const noexcept override { return false; }
    /// Copies bytes from one buffer, starting at `from_byte`, to another, starting at `to_byte`.
    void copy(cl_mem from, size_t from_byte, cl_mem to, size_t to_byte, size_t bytes);
    void marker();
    /// Reads a buffer, and waits until the read has ended, even if it fails. So nothing writes to `data`
    /// afterwards.
    void read(cl_mem buffer, size_t bytes, void* data);
    /// Waits until the memory of a buffer in host memory (CL_MEM_USE_HOST_PTR) holds what the previous
    /// commands wrote.
    void update_host_memory(cl_mem buffer, size_t bytes);
    /// Waits until all commands have ended, without checking whether they failed. Returns the result of
    /// clFinish().
    [[nodiscard]] cl_int finish() const noexcept;

    /// The event of the first command, if there are events.
    [[nodiscard]] Event& first() noexcept { return first_; }
    /// The event of the last command, if there are events.
    [[nodiscard]] Event& last() noexcept { return last_; }

  private:
    template <class Enqueue>
    void put(const char* call, const Enqueue& enqueue);
    /// Throws if the last command has an event and has failed. The command must have ended.
    void check_last(const char* call) const;

    cl_command_queue queue_;
    std::span<const cl_event> wait_;
    bool in_order_;
    bool with_events_;
    bool empty_ = true;
    Event first_;
    Event last_;
    bool finishes_early_; ///< waits for the event of a marker before clFinish(), and instead of blocking
    bool keeps_events_;
    bool spares_kernels_;
    std::vector<Event> kept_; ///< events of all commands, if the platform needs them until the commands end
    CopyKernel copy_;         ///< empty: launches use the plan's kernels
    std::vector<Kernel> copies_;
};

/// Unless succeeded() was called, the destructor waits until the commands on the queue have ended, because
/// they may write to memory that is about to be freed.
class FinishOnFailure {
  public:
    /// `abandon`: called if waiting fails.
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
