#pragma once

#include "histo_cl/plan.hpp"
#include "problem/checked.hpp"

#include <array>
#include <cstdint>
#include <span>

// Where the parts of a chunk lie in one buffer: the samples, or the array of each channel, then mask and
// weights, each from an aligned place on.

namespace histo_cl::detail {

struct ChunkLayout {
    std::uint64_t elements = 0; ///< at most
    std::uint64_t bytes = 0;    ///< all of them
    std::uint64_t samples = 0;
    std::array<std::uint64_t, max_arrays> arrays = {};
    std::uint64_t mask = 0;
    std::array<std::uint64_t, max_weight_vectors> weights = {}; ///< of each vector
};

/// The layout of as many elements as fit so many bytes, at least one.
[[nodiscard]] ChunkLayout chunk_layout(const Problem& problem, std::uint64_t bytes);

/// A part of a chunk, and where it goes to.
struct ChunkPart {
    std::span<const std::byte> from;
    std::uint64_t at;
};

inline constexpr std::size_t max_chunk_parts = max_arrays + 1 + max_weight_vectors;

/// Up to one for the samples or the arrays, one for the mask and one for each vector of weights; those
/// without bytes are left out.
struct ChunkParts {
    std::array<ChunkPart, max_chunk_parts> all = {};
    std::size_t count = 0;

    [[nodiscard]] const ChunkPart* begin() const noexcept { return all.data(); }
    [[nodiscard]] const ChunkPart* end() const noexcept { return all.data() + count; }
};
[[nodiscard]] ChunkParts parts_of(const ChunkLayout& layout, const HostData& chunk) noexcept;

} // namespace histo_cl::detail
