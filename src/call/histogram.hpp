#pragma once

#include "histo_cl/histogram.hpp"
#include "problem/checked.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

// The work of one call of histogram(), which counts data on a device, or host data as a whole or in chunks.

namespace histo_cl::detail {

/// Why the elements cannot be counted in chunks; empty if they can.
[[nodiscard]] std::string why_not_chunked(const Problem& problem);

/// Maximum number of elements for which each buffer (samples, mask, weights) has at most the given size. The
/// result is at least 1.
[[nodiscard]] std::uint64_t elements_per_chunk(const Problem& problem, std::uint64_t buffer_bytes);

/// Storage to which the data of a chunk refers, in addition to the whole data.
struct ChunkRoom {
    std::vector<std::byte> planes; ///< a packed copy of the chunk's part of each plane
    std::array<HostArray, max_arrays> arrays;
    std::array<HostArray, max_weight_vectors> weights;
};

/// Elements [first, first + count) of flat data. The result refers to `whole` and `room`.
[[nodiscard]] HostData chunk_of(const Problem& problem, const CheckedData& whole, std::uint64_t first,
                                std::uint64_t count, ChunkRoom& room);

/// Returns all bytes of several weight vectors if the vectors overlap, as interleaved vectors do, and begin
/// multiples of `size` bytes apart. Then one buffer can hold all vectors. Otherwise returns an empty span.
[[nodiscard]] std::span<const std::byte> overlapping_vectors(std::span<const HostArray> vectors,
                                                             std::size_t size);

/// The device that counts host data of the problem if the caller names no device: the default device. Null if
/// the calling thread counts instead, for one of three reasons: the options force it, no device is usable
/// (see usable_default_device()), or finding devices takes longer than the calling thread's estimated time
/// for all such calls so far, including this call. Throws like default_device() if only a device can count
/// the problem, and like usable_default_device() otherwise. Throws if the options force the calling thread
/// but it cannot count.
[[nodiscard]] const Device* default_device_for(const CheckedProblem& problem, std::uint64_t elements,
                                               const Options& options);

/// Sums or words, and whether the calling thread counted them.
struct HostCounts {
    std::vector<std::uint64_t> values;
    bool on_calling_thread = false;
};

/// Counts like the public histogram(), and returns the bits of the sums. The problem must be a result of
/// CheckedProblem::with_wide_counters(). If `device` is null, default_device_for() decides what counts.
[[nodiscard]] HostCounts histogram(const CheckedProblem& problem, const CheckedData& data,
                                   const Options& options, const Device* device);

/// Like histogram(), but returns the normalized words of a partial (plan/partial_sums.hpp), for a problem
/// that check_mergeable() accepts.
[[nodiscard]] HostCounts words_of_histogram(const CheckedProblem& problem, const CheckedData& data,
                                            const Options& options, const Device* device);

/// Like histogram() for host data, but for a job. The data of the job is on the queue's device. `shape`: the
/// checked shape of the job.
[[nodiscard]] std::vector<std::uint64_t> histogram(cl_command_queue queue, const CheckedProblem& problem,
                                                   const Job& job, const CheckedShape& shape,
                                                   const Options& options, std::span<const cl_event> wait);

} // namespace histo_cl::detail
