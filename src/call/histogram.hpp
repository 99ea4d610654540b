#pragma once

#include "histo_cl/histogram.hpp"
#include "problem/checked.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

// One call: host data in, whole or a chunk at a time, or memory of a device; counts out.

namespace histo_cl::detail {

/// Why the elements cannot be counted a chunk at a time; empty if they can.
[[nodiscard]] std::string not_chunked_because(const Problem& problem);

/// The elements that fit a buffer of the given size, whichever of the buffers they fill first; at least 1.
[[nodiscard]] std::uint64_t elements_per_chunk(const Problem& problem, std::uint64_t buffer_bytes);

/// The storage that a chunk points to besides the whole data.
struct ChunkRoom {
    std::vector<std::byte> planes; ///< a copy, packed
    std::array<std::span<const std::byte>, max_arrays> arrays;
    std::array<std::span<const std::byte>, max_weight_vectors> weights; ///< of several vectors
};

/// Elements [first, first + count) of flat data.
[[nodiscard]] HostData chunk_of(const Problem& problem, const CheckedData& whole, std::uint64_t first,
                                std::uint64_t count, ChunkRoom& room);

/// Sums or words, and who counted them.
struct HostCounts {
    std::vector<std::uint64_t> values;
    bool on_calling_thread = false;
};

/// histogram() for a problem with_wide_counters() and its data, both checked: the bits of the sums. A null
/// device is the default one.
[[nodiscard]] HostCounts histogram(const CheckedProblem& problem, const CheckedData& data,
                                   const Options& options, const Device* device);

/// Like histogram(), but returns the normalized words of a partial (plan/partial_sums.hpp), for a problem
/// that check_mergeable() accepts.
[[nodiscard]] HostCounts words_of_histogram(const CheckedProblem& problem, const CheckedData& data,
                                            const Options& options, const Device* device);

/// histogram() for memory of a device; the shape is the job's.
[[nodiscard]] std::vector<std::uint64_t> histogram(cl_command_queue queue, const CheckedProblem& problem,
                                                   const Job& job, const CheckedShape& shape,
                                                   const Options& options);

} // namespace histo_cl::detail
