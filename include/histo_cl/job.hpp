#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/layout.hpp"
#include "histo_cl/memory.hpp"

#include <cstdint>
#include <span>

namespace histo_cl::inline HISTO_CL_ABI {

/// The samples of one channel of a Job.
struct ArrayBuffer {
    Memory samples = {};
    std::uint64_t sample_offset = 0; ///< samples in the buffer before the first element's
};

/// One of several weights of each element of a Job.
struct WeightBuffer {
    Memory weights = {};
    std::uint64_t weight_offset = 0; ///< weights in the buffer before the first element's
};

/// What one enqueue or count reads and writes. All of it is the caller's; the library retains the objects
/// that its commands still use. Memory is a cl_mem, or given by its address: svm_pointer(), usm_pointer().
struct Job {
    Memory samples = {}; ///< a buffer, or the image of a problem with Layout::image
    /// Samples in the buffer before the first element; pixels in an image1d or image1d_buffer.
    std::uint64_t sample_offset = 0;
    Shape shape = {};                ///< which elements are counted, e.g. {.count = n}
    Memory mask = {};                ///< a byte for each element, for a layout with a mask
    std::uint64_t mask_offset = 0;   ///< mask bytes in the buffer before the first element's
    Memory weights = {};             ///< a weight for each element, for a problem with weights
    std::uint64_t weight_offset = 0; ///< weights in the buffer before the first element's
    /// Of an enqueue: histograms() times Problem::counters() counters of Problem::counter from its start.
    Memory counts = {};
    /// Of an enqueue: add to the counts that are there, instead of overwriting them. A sum of several
    /// enqueues silently wraps at 2^32 in u32 counters: use u64 counters for it.
    bool accumulate = false;
    /// At least Plan::workspace_bytes() for the private counts; null: a buffer of its own is taken, and given
    /// back when the commands have ended. Two jobs in flight at once must not share one.
    Memory workspace = {};
    /// Of separate channels, in the place of `samples`: one for each channel, read during the call only; that
    /// of a channel that no axis counts may be null. Several may be one buffer.
    std::span<const ArrayBuffer> arrays = {};
    /// Of a problem with several weights of an element, in the place of `weights`: one for each, read during
    /// the call only. Several may be one buffer.
    std::span<const WeightBuffer> weight_vectors = {};
    Memory indices = {};            ///< for a problem with indices, Shape::count of them
    std::uint64_t index_offset = 0; ///< indices in the buffer before the first
    /// Of a problem with indices, if not null: a u32 that receives how many of them named no element of
    /// Shape::source_count, modulo 2^32. These are skipped.
    Memory skipped = {};
};

} // namespace histo_cl::inline HISTO_CL_ABI
