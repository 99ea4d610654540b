#pragma once

#include "core/mutex.hpp"
#include "staging/pinned_memory.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

// From host memory to a device, at the rate of its link. A driver copies pageable memory on one thread, into
// pinned memory of its own; here several threads do, into pinned memory that is kept.

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The pinned memory of one upload at a time, two blocks for each thread that copies. It is made as it is
/// needed. Only the members of StagingMemory are not thread-safe: each thread has its own blocks.
class StagingMemory {
  public:
    static constexpr std::size_t block_bytes = std::size_t{4} << 20U;

    struct Block {
        PinnedMemory memory;
        Event sent; ///< of the last command that read it
    };
    struct OfThread {
        std::array<Block, 2> blocks;
    };

    /// Blocks for so many threads.
    [[nodiscard]] std::span<OfThread> of_threads(cl_context context, cl_command_queue queue,
                                                 unsigned threads);

  private:
    std::vector<OfThread> threads_;
};

/// What uploads to a context share: at most one StagingMemory is kept when none is in use. Thread-safe.
class StagingPool {
  public:
    [[nodiscard]] std::unique_ptr<StagingMemory> take();
    void give(std::unique_ptr<StagingMemory> memory) noexcept;

  private:
    Mutex mutex_;
    std::unique_ptr<StagingMemory> idle_ HISTO_CL_GUARDED_BY(mutex_);
};

/// Copies `data` to the start of a buffer, and waits. `pinned`: the device reads them where they are.
void upload(StagingPool& pool, cl_context context, cl_command_queue queue, cl_mem to,
            std::span<const std::byte> data, bool pinned);

} // namespace histo_cl::inline HISTO_CL_ABI::detail
