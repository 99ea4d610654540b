#pragma once

#include "core/mutex.hpp"
#include "device/objects.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <memory>
#include <span>
#include <system_error>
#include <thread>
#include <vector>

namespace histo_cl::detail {

/// Runs work(0) … work(threads − 1), each on its own thread: work(0) on the calling thread, the others on new
/// threads. If the system cannot start a thread, the remaining calls do not happen, so the calls that run
/// must do all the work. Waits for all threads, and then rethrows the first exception.
template <class Work>
void on_threads(unsigned threads, const Work& work) {
    Mutex mutex;
    std::exception_ptr failure;
    const auto run = [&](unsigned thread) noexcept {
        try {
            work(thread);
        } catch (...) {
            const Lock lock(mutex);
            if (!failure) failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        try {
            for (unsigned thread = 1; thread < threads; ++thread)
                others.emplace_back(run, thread);
        } catch (const std::system_error&) { // no more threads: those that run do all the work
        }
        run(0);
    }
    if (failure) std::rethrow_exception(failure);
}

/// Returns the number of threads that copy data for `devices` devices: at most 8 per device, and no more than
/// the machine has cores. A core copies about 6 GB/s, and the link of a device transfers up to about 60 GB/s.
[[nodiscard]] inline unsigned copying_threads(std::size_t devices = 1) noexcept {
    constexpr std::size_t max_per_device = 8;
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    return static_cast<unsigned>(std::min(cores, max_per_device * devices));
}

/// Page-locked host memory, which a device reads and writes without a copy by its driver. It is a
/// CL_MEM_ALLOC_HOST_PTR buffer, mapped during the lifetime of this object. If unmapping and waiting for the
/// queue both fail in the destructor, commands may still use the memory, so queue and buffer are never
/// released.
class PinnedMemory {
  public:
    PinnedMemory() = default;
    /// Waits for the mapping. Throws Error(opencl_error).
    PinnedMemory(cl_context context, cl_command_queue queue, std::size_t bytes);
    PinnedMemory(PinnedMemory&& other) noexcept;
    PinnedMemory& operator=(PinnedMemory&& other) noexcept;
    PinnedMemory(const PinnedMemory&) = delete;
    PinnedMemory& operator=(const PinnedMemory&) = delete;
    ~PinnedMemory();

    [[nodiscard]] std::span<std::byte> bytes() const noexcept { return bytes_; }

  private:
    Queue queue_;
    Buffer buffer_;
    std::span<std::byte> bytes_;
};

// Uploads from host memory to a device, at the rate of the device's link. A driver uses a single thread to
// copy pageable memory to its own pinned memory. The functions here use several threads, and pinned memory
// that is kept for later uploads.

/// Pinned memory for one upload at a time: two blocks for each copying thread, allocated when they are first
/// needed. The member functions are not thread-safe, but threads may use their own blocks at the same time.
class StagingMemory {
  public:
    static constexpr std::size_t block_bytes = std::size_t{4} << 20U;

    struct Block {
        PinnedMemory memory;
        Event sent; ///< the last command that read the block
    };
    struct OfThread {
        std::array<Block, 2> blocks;
    };

    /// Returns the blocks of the given number of threads.
    [[nodiscard]] std::span<OfThread> of_threads(cl_context context, cl_command_queue queue,
                                                 unsigned threads);

  private:
    std::vector<OfThread> threads_;
};

/// A buffer for samples, a mask, weights or indices of one call, from read_only_buffer().
struct SampleBuffer {
    Buffer memory;
    std::size_t bytes = 0; ///< if 0, StagingPool does not keep the buffer
};

/// Memory shared by the calls that count host data in a context: staging memory, and a buffer for samples on
/// the device. They are kept because drivers take 100 us to allocate and free a buffer. At most one unused
/// object of each kind is kept. Thread-safe.
class StagingPool {
  public:
    /// Maximum size of a kept buffer, in bytes.
    static constexpr std::size_t max_kept_bytes = std::size_t{64} << 20U;

    [[nodiscard]] std::unique_ptr<StagingMemory> take();
    void give(std::unique_ptr<StagingMemory> memory) noexcept;

    /// A buffer of at least `bytes` bytes.
    [[nodiscard]] SampleBuffer take_buffer(cl_context context, std::size_t bytes);
    /// Returns a buffer to the pool, which keeps it or frees it. No command may still use it.
    void give(SampleBuffer buffer) noexcept;

  private:
    Mutex mutex_;
    std::unique_ptr<StagingMemory> idle_ HISTO_CL_GUARDED_BY(mutex_);
    SampleBuffer idle_buffer_ HISTO_CL_GUARDED_BY(mutex_);
};

/// Copies `data` to the start of a buffer, and waits for the copy. `pinned`: whether the data is page-locked,
/// so that the device can read it without a copy to staging memory.
void upload(StagingPool& pool, cl_context context, cl_command_queue queue, cl_mem to,
            std::span<const std::byte> data, bool pinned);

} // namespace histo_cl::detail
