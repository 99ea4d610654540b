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

/// Returns a copy of the kernel object, with the arguments set that all its launches have in common.
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
    /// The kernel object to set arguments on and to launch once: this one or a copy.
    [[nodiscard]] virtual cl_kernel to_launch(cl_kernel kernel) = 0;
    virtual void launch(cl_kernel kernel, cl_uint dimensions, const size_t* global, const size_t* local) = 0;
    /// Keeps memory that the sink's commands use and whose owner is about to release it. Commands on a queue
    /// retain their memory; a command buffer may not.
    virtual void keep(const Buffer& memory) = 0;
    /// Whether the commands are executed repeatedly, as those of a command buffer are.
    [[nodiscard]] virtual bool repeats() const noexcept = 0;
};

/// Launches at least `items` work-items, rounded up so that the driver finds a work-group size that divides
/// their number.
inline void launch_items(CommandSink& commands, cl_kernel kernel, std::uint64_t items) {
    constexpr std::uint64_t multiple = 64;
    const size_t global = std::max<std::uint64_t>(1, (items + multiple - 1) / multiple) * multiple;
    commands.launch(kernel, 1, &global, nullptr);
}

/// Throws Error(opencl_error) with the name of the call if the command of a completed event failed: on some
/// platforms waiting for it does not fail.
void check_completed(cl_event ended, const char* call);

/// Waits until the command has ended, and throws like check_completed(). Does nothing for an empty event.
void wait_for(const Event& event, const char* call);

/// Maximum number of events in a wait list of OpenCL.
inline constexpr std::size_t max_wait_events = std::numeric_limits<cl_uint>::max();

/// For calls that wait anyway: on a platform where commands must not wait for an event that may fail, waits
/// for the events here. Returns the events that commands still have to wait for. Throws Error(opencl_error)
/// if an event has failed.
[[nodiscard]] std::span<const cl_event> wait_where_unsafe(const DeviceProfile& device,
                                                          std::span<const cl_event> wait);

/// Enqueues commands that run one after the other, on an in-order or out-of-order queue. The first waits for
/// the caller's events. Events cost time, so on an in-order queue there are none unless they are requested.
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

    /// Makes later launches use copies of the kernels, if the job has addresses that would make the plan's
    /// kernels unusable for buffers (keeps_arguments_addresses()).
    void copy_kernels_for(std::span<const Memory> memory, CopyKernel copy);

    void fill_zero(const KernelMemory& memory, size_t bytes) override;
    [[nodiscard]] cl_kernel to_launch(cl_kernel kernel) override;
    void launch(cl_kernel kernel, cl_uint dimensions, const size_t* global, const size_t* local) override;
    void keep(const Buffer& /*memory*/) override {}
    [[nodiscard]] bool repeats() const noexcept override { return false; }
    /// Copies from one buffer, byte `from_byte` on, to another, byte `to_byte` on.
    void copy(cl_mem from, size_t from_byte, cl_mem to, size_t to_byte, size_t bytes);
    void marker();
    /// Reads and waits, also on failure: nothing writes to `data` afterwards.
    void read(cl_mem buffer, size_t bytes, void* data);
    /// For a buffer in host memory (CL_MEM_USE_HOST_PTR): waits until that memory has what the previous
    /// commands wrote.
    void update_host_memory(cl_mem buffer, size_t bytes);
    /// Waits until all commands have ended, without checking whether they failed. Returns the result of
    /// clFinish().
    [[nodiscard]] cl_int finish() const noexcept { return clFinish(queue_); }

    /// The event of the first command, if there are events.
    [[nodiscard]] Event& first() noexcept { return first_; }
    /// The event of the last command, if there are events.
    [[nodiscard]] Event& last() noexcept { return last_; }

  private:
    template <class Enqueue>
    void put(const char* call, const Enqueue& enqueue);
    /// Throws if the last command has an event and has failed. It must have ended.
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

/// If a call fails, waits until the commands on the queue have ended: they may write to memory that is about
/// to be freed.
class FinishOnFailure {
  public:
    /// `abandon`: called if waiting for the queue fails.
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
