#pragma once

#include "problem/checked_shape.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// Host data that are counted a chunk at a time.

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Why the elements cannot be counted a chunk at a time; empty if they can.
[[nodiscard]] std::string not_chunked_because(const Problem& problem);

/// The elements that fit a buffer of the given size, whichever of the buffers they fill first; at least 1.
[[nodiscard]] std::uint64_t elements_of_a_chunk(const Problem& problem, std::uint64_t buffer_bytes);

/// Elements [first, first + count) of flat data. Planes are copied to `room`, packed.
[[nodiscard]] HostData chunk_of(const Problem& problem, const CheckedData& whole, std::uint64_t first,
                                std::uint64_t count, std::vector<std::byte>& room);

[[nodiscard]] constexpr std::uint64_t largest(const Footprint& used) noexcept {
    return std::max({used.samples, used.mask, used.weights});
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
