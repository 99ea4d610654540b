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
    /// For enqueue(): histograms() times Problem::counters() counters of type Problem::counter, from its
    /// start.
    Memory counts = {};
    /// For enqueue(): adds to the existing counts instead of overwriting them. A sum of several jobs silently
    /// wraps at 2^32 in u32 counters: use u64 counters for it.
    bool accumulate = false;
    /// At least Plan::workspace_bytes() for the private counts; null: the plan allocates
    /// its own, and releases it when the commands have ended. Two jobs in flight at once must not share one.
    Memory workspace = {};
    /// For separate channels, instead of `samples`: a buffer per channel, null where no axis counts the
    /// channel. Channels may share a buffer. The list is read during the call only.
    std::span<const ArrayBuffer> arrays = {};
    /// For several weights per element, instead of `weights`: a buffer per weight. They may share one. The
    /// list is read during the call only.
    std::span<const WeightBuffer> weight_vectors = {};
    Memory indices = {};            ///< for a problem with indices, Shape::count of them
    std::uint64_t index_offset = 0; ///< indices in the buffer before the first
    /// For a problem with indices: null, or a u32 that receives the number of skipped ones, modulo 2^32.
    /// Indices that are not below Shape::source_count are skipped.
    Memory skipped = {};
};

} // namespace histo_cl::inline HISTO_CL_ABI
