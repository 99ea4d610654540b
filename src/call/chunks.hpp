#pragma once

#include "problem/checked_shape.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

// Host data that are counted a chunk at a time.

namespace histo_cl::detail {

/// Why the elements cannot be counted a chunk at a time; empty if they can.
[[nodiscard]] std::string not_chunked_because(const Problem& problem);

/// The elements that fit a buffer of the given size, whichever of the buffers they fill first; at least 1.
[[nodiscard]] std::uint64_t elements_per_chunk(const Problem& problem, std::uint64_t buffer_bytes);

/// What a chunk points to besides the whole data.
struct ChunkRoom {
    std::vector<std::byte> planes; ///< a copy, packed
    std::array<std::span<const std::byte>, max_arrays> arrays;
    std::array<std::span<const std::byte>, max_weight_vectors> weights; ///< of several vectors
};

/// Elements [first, first + count) of flat data.
[[nodiscard]] HostData chunk_of(const Problem& problem, const CheckedData& whole, std::uint64_t first,
                                std::uint64_t count, ChunkRoom& room);

} // namespace histo_cl::detail
