#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/layout.hpp"
#include "histo_cl/memory.hpp"

#include <cstdint>
#include <span>

namespace histo_cl::inline HISTO_CL_ABI {

/// The buffer of one channel, for Order::separate.
struct ArrayBuffer {
    Memory samples = {};             ///< the samples of the channel
    std::uint64_t sample_offset = 0; ///< position of the first element's sample, in samples
};

/// The buffer of one weight of each element, for Weights::vectors above 1.
struct WeightBuffer {
    Memory weights = {};             ///< a weight for each element
    std::uint64_t weight_offset = 0; ///< position of the first element's weight, in weights
};

/// The memory that one enqueue or count reads and writes. The caller owns all of it; the library retains the
/// memory objects until its commands have ended. Memory is a cl_mem or an address, see svm_pointer() and
/// usm_pointer().
struct Job {
    Memory samples = {}; ///< a buffer, or the image of a problem with Layout::image
    /// Position of the first element in the buffer, in samples (with Layout::nibbles, in bytes); in an
    /// image1d or image1d_buffer, in pixels.
    std::uint64_t sample_offset = 0;
    Shape shape = {};                ///< which elements are counted, e.g. {.count = n}
    Memory mask = {};                ///< a byte for each element, for a layout with a mask
    std::uint64_t mask_offset = 0;   ///< position of the first element's mask byte, in bytes
    Memory weights = {};             ///< a weight for each element, for a problem with weights
    std::uint64_t weight_offset = 0; ///< position of the first element's weight, in weights
    /// For enqueue(): receives histograms() times Problem::counters() counters of type Problem::counter, from
    /// the start of the memory.
    Memory counts = {};
    /// For enqueue(): whether it adds to the existing counts instead of overwriting them. If several jobs
    /// together add 2^32 or more to a u32 counter, the counter wraps without an error: use u64 counters then.
    /// u8 and u16 counters saturate.
    bool accumulate = false;
    /// Memory for private counts, queues, wide sums, minima and maxima, of at least Plan::workspace_bytes()
    /// for the job's number of histograms. Two jobs in flight must not share a workspace. Null: the plan
    /// allocates it, and releases it when the commands have ended. With Merge::last_group, the plan keeps the
    /// workspace for later jobs on the same in-order queue.
    Memory workspace = {};
    /// For separate channels, instead of `samples`: a buffer for each channel, null if no axis counts the
    /// channel. Channels may share a buffer. The list is read during the call only.
    std::span<const ArrayBuffer> arrays = {};
    /// For several weights per element, instead of `weights`: a buffer for each weight vector. Vectors may
    /// share a buffer. The list is read during the call only.
    std::span<const WeightBuffer> weight_vectors = {};
    Memory indices = {};            ///< for a problem with indices: the indices, as many as Shape::count
    std::uint64_t index_offset = 0; ///< position of the first index in the buffer, in indices
    /// For a problem with indices: null, or memory for a u32 that receives the number of skipped indices,
    /// modulo 2^32. An index is skipped if it is Shape::source_count or more.
    Memory skipped = {};
    /// The axes to count, in increasing order; empty: all. Counters of other axes become 0 or, with
    /// `accumulate`, stay as they are. Counters of the listed axes do not depend on the list. A list is only
    /// for problems that are not joint and have no minima or maxima. They must also have more than 4 axes,
    /// indices, nibbles, or planes of several channels. With Decision::columns, only the listed axes are
    /// counted; otherwise, passes without a listed axis are left out. The list is read during the call only.
    std::span<const std::uint32_t> axes = {};
};

} // namespace histo_cl::inline HISTO_CL_ABI
