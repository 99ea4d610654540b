#include "call/histogram.hpp"
#include "plan/partial_sums.hpp"

#include <algorithm>

namespace histo_cl::detail {
namespace {

/// The bytes of a span from byte `first` on: `count` bytes, or fewer if the span ends before.
std::span<const std::byte> part(std::span<const std::byte> whole, std::uint64_t first, std::uint64_t count) {
    const auto rest = whole.subspan(std::min<std::uint64_t>(first, whole.size()));
    return rest.first(std::min<std::uint64_t>(count, rest.size()));
}

/// Copies a part of every plane to `room`, without gaps between planes.
std::span<const std::byte> planes_of(const Problem& problem, const CheckedData& whole, std::uint64_t first,
                                     std::uint64_t count, std::vector<std::byte>& room) {
    const auto& pitch = whole.shape.pitches;
    const auto plane_bytes = count * pitch.stride;
    room.assign(problem.channels() * plane_bytes, std::byte{0});
    for (std::uint32_t channel = 0; channel < problem.channels(); ++channel)
        std::ranges::copy(part(whole.samples, channel * pitch.channel + first * pitch.stride, plane_bytes),
                          room.begin() + static_cast<std::ptrdiff_t>(channel * plane_bytes));
    return room;
}

} // namespace

std::string why_not_chunked(const Problem& problem) {
    if (problem.layout.rows) return "a layout in rows";
    if (problem.layout.indices) return "a list of indices";
    if (!has_plain_samples(problem)) return "nibbles, or planes of several channels,";
    return why_not_merged(problem);
}

std::uint64_t elements_per_chunk(const Problem& problem, std::uint64_t buffer_bytes) {
    const auto pitch = pitches(problem, {});
    const auto planes = problem.layout.order == Order::planar ? problem.channels() : 1;
    auto element = pitch.stride * planes;
    for (const auto& array : pitch.arrays)
        element = std::max(element, array.stride);
    if (problem.weights.type) element = std::max(element, pitch.weight_stride);
    return std::max<std::uint64_t>(buffer_bytes / element, 1);
}

HostData chunk_of(const Problem& problem, const CheckedData& whole, std::uint64_t first, std::uint64_t count,
                  ChunkRoom& room) {
    const auto& pitch = whole.shape.pitches;
    HostData chunk{.shape = {.count = count}, .pinned = whole.pinned};
    switch (problem.layout.order) {
    case Order::interleaved:
        chunk.samples = part(whole.samples, first * pitch.stride, count * pitch.stride);
        break;
    case Order::planar:
        chunk.samples = planes_of(problem, whole, first, count, room.planes);
        chunk.pinned = false;
        break;
    case Order::separate:
        for (std::uint32_t channel = 0; channel < problem.channels(); ++channel) {
            const auto stride = pitch.arrays.at(channel).stride;
            room.arrays.at(channel) = part(whole.arrays.at(channel), first * stride, count * stride);
        }
        chunk.arrays = std::span(room.arrays).first(problem.channels());
        break;
    }
    if (problem.layout.mask) chunk.mask = part(whole.mask, first, count);
    if (problem.weights.type) {
        const auto stride = pitch.weight_stride;
        for (std::size_t vector = 0; vector < problem.weights.vectors; ++vector)
            room.weights.at(vector) = part(whole.weights.at(vector), first * stride, count * stride);
        if (problem.weights.vectors == 1)
            chunk.weights = room.weights.front();
        else
            chunk.weight_vectors = std::span(room.weights).first(problem.weights.vectors);
    }
    return chunk;
}

std::span<const std::byte> overlapping_vectors(std::span<const HostArray> vectors, std::size_t size) {
    if (vectors.size() < 2) return {};
    const auto begin = [](const HostArray& vector) {
        return reinterpret_cast<std::uintptr_t>(vector.bytes.data());
    };
    const auto& first = *std::ranges::min_element(vectors, {}, begin);
    std::size_t end = 0;
    for (const auto& vector : vectors) {
        const auto before = begin(vector) - begin(first);
        if (vector.bytes.empty() || before >= first.bytes.size() || before % size != 0) return {};
        end = std::max(end, before + vector.bytes.size());
    }
    return {first.bytes.data(), end};
}

} // namespace histo_cl::detail
