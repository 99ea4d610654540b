#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/layout.hpp"
#include "histo_cl/memory.hpp"

#include <cstdint>
#include <span>

namespace histo_cl::inline HISTO_CL_ABI {

/// The buffer of one separate channel.
struct ArrayBuffer {
    Memory samples = {};
    std::uint64_t sample_offset = 0; ///< samples in the buffer before the first element's
};

/// The buffer of one of several weights per element.
struct WeightBuffer {
    Memory weights = {};
    std::uint64_t weight_offset = 0; ///< weights in the buffer before the first element's
};

/// What one enqueue or count reads and writes. The caller owns all of it; the library retains the objects
/// that its commands still use. Memory is a cl_mem or an address, see svm_pointer() and usm_pointer().
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
    /// For enqueue(): adds to the existing counts instead of overwriting them. u32 counters silently wrap if
    /// several jobs add up to 2^32 or more: use u64 counters then.
    bool accumulate = false;
    /// Memory for the private counts, at least Plan::workspace_bytes(). Null: the plan allocates it, and
    /// releases it when the commands have ended. Two jobs in flight must not share a workspace.
    Memory workspace = {};
    /// For separate channels, instead of `samples`: a buffer per channel, null where no axis counts the
    /// channel. Channels may share a buffer. The list is read during the call only.
    std::span<const ArrayBuffer> arrays = {};
    /// For several weights per element, instead of `weights`: a buffer per weight; several weights may share
    /// a buffer. The list is read during the call only.
    std::span<const WeightBuffer> weight_vectors = {};
    Memory indices = {};            ///< for a problem with indices, Shape::count of them
    std::uint64_t index_offset = 0; ///< indices in the buffer before the first
    /// For a problem with indices: null, or a u32 that receives the number of skipped indices, modulo 2^32.
    /// Indices of Shape::source_count or more are skipped.
    Memory skipped = {};
};

} // namespace histo_cl::inline HISTO_CL_ABI
