#pragma once

#include "core/integers.hpp"
#include "problem/checked.hpp"
#include "problem/pitches.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

// The layout of a chunk's parts in one buffer, each at an aligned offset: the samples, or the array of each
// channel, then the mask, then each weight vector.

namespace histo_cl::detail {

struct ChunkLayout {
    std::uint64_t elements = 0; ///< maximum number in a chunk
    std::uint64_t bytes = 0;    ///< size of the buffer
    // The offset of each part in bytes.
    std::uint64_t samples = 0;
    std::array<std::uint64_t, max_arrays> arrays = {};
    std::uint64_t mask = 0;
    std::array<std::uint64_t, max_weight_vectors> weights = {};
};

/// The alignment of each part: a multiple of the size of every sample type and of the cache lines of GPUs.
inline constexpr std::uint64_t chunk_alignment = 256;

[[nodiscard]] inline ChunkLayout layout_of(const Problem& problem, std::uint64_t elements) {
    const auto pitch = pitches(problem, {});
    const auto planes = problem.layout.order == Order::planar ? problem.channels() : 1;
    ChunkLayout layout{.elements = elements};
    std::uint64_t at = 0;
    const auto place = [&](std::uint64_t& part, std::uint64_t bytes) {
        part = at;
        at = saturating_add(at,
                            saturating_add(bytes, chunk_alignment - 1) / chunk_alignment * chunk_alignment);
    };
    place(layout.samples, saturating_multiply(elements, saturating_multiply(pitch.stride, planes)));
    for (std::size_t channel = 0; channel < layout.arrays.size(); ++channel)
        place(layout.arrays.at(channel), saturating_multiply(elements, pitch.arrays.at(channel).stride));
    place(layout.mask, problem.layout.mask ? elements : 0);
    for (std::size_t vector = 0; vector < layout.weights.size(); ++vector)
        place(layout.weights.at(vector),
              vector < problem.weight_vectors ? saturating_multiply(elements, pitch.weight_stride) : 0);
    layout.bytes = at;
    return layout;
}

/// The layout of chunks with as many elements as fit in that many bytes, without padding; at least one
/// element, and a multiple of chunk_alignment if there are more than chunk_alignment.
[[nodiscard]] inline ChunkLayout chunk_layout(const Problem& problem, std::uint64_t bytes) {
    const auto per_element =
        std::max<std::uint64_t>(layout_of(problem, chunk_alignment).bytes / chunk_alignment, 1);
    auto elements = std::max<std::uint64_t>(bytes / per_element, 1);
    if (elements > chunk_alignment)
        elements -= elements % chunk_alignment; // all chunks of the data then have the alignment of the first
    return layout_of(problem, elements);
}

/// Maximum number of parts: the arrays, the mask and the weight vectors.
inline constexpr std::size_t max_chunk_parts = max_arrays + 1 + max_weight_vectors;

} // namespace histo_cl::detail
