#include "stream/chunk_layout.hpp"

#include "call/histogram.hpp"
#include "problem/pitches.hpp"

#include <algorithm>

namespace histo_cl::detail {
namespace {

/// Of each part: more than any sample's size, and whole cache lines of GPUs.
constexpr std::uint64_t alignment = 256;

std::uint64_t aligned(std::uint64_t bytes) noexcept {
    return (bytes + alignment - 1) / alignment * alignment;
}

ChunkLayout layout_of(const Problem& problem, std::uint64_t elements) {
    const auto pitch = pitches(problem, {});
    const auto planes = problem.layout.order == Order::planar ? problem.channels() : 1;
    ChunkLayout layout{.elements = elements};
    std::uint64_t at = 0;
    const auto place = [&](std::uint64_t& part, std::uint64_t bytes) {
        part = at;
        at += aligned(bytes);
    };
    place(layout.samples, elements * pitch.stride * planes);
    for (std::size_t channel = 0; channel < layout.arrays.size(); ++channel)
        place(layout.arrays.at(channel), elements * pitch.arrays.at(channel).stride);
    place(layout.mask, problem.layout.mask ? elements : 0);
    for (std::size_t vector = 0; vector < layout.weights.size(); ++vector)
        place(layout.weights.at(vector),
              problem.weights && vector < problem.weight_vectors ? elements * bytes(*problem.weights) : 0);
    layout.bytes = at;
    return layout;
}

} // namespace

ChunkLayout chunk_layout(const Problem& problem, std::uint64_t bytes) {
    const auto per_element = std::max<std::uint64_t>(layout_of(problem, alignment).bytes / alignment, 1);
    auto elements = std::max<std::uint64_t>(bytes / per_element, 1);
    if (elements > alignment) elements -= elements % alignment; // the next chunk is as aligned as the first
    return layout_of(problem, elements);
}

ChunkParts parts_of(const ChunkLayout& layout, const HostData& chunk) noexcept {
    ChunkParts parts;
    const auto add = [&](std::span<const std::byte> from, std::uint64_t at) {
        if (!from.empty()) parts.all.at(parts.count++) = {from, at};
    };
    add(chunk.samples, layout.samples);
    for (std::size_t channel = 0; channel < chunk.arrays.size(); ++channel)
        add(chunk.arrays[channel], layout.arrays.at(channel));
    add(chunk.mask, layout.mask);
    add(chunk.weights, layout.weights.front());
    for (std::size_t vector = 0; vector < chunk.weight_vectors.size(); ++vector)
        add(chunk.weight_vectors[vector], layout.weights.at(vector));
    return parts;
}

} // namespace histo_cl::detail
