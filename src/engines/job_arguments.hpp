#pragma once

#include "engines/engine.hpp"
#include "program/parameters.hpp"

#include <cstdint>
#include <optional>

namespace histo_cl::detail {

/// Returns the geometry of a job with a checked shape.
[[nodiscard]] Geometry geometry(const Problem& problem, const Job& job, const CheckedShape& shape);

[[nodiscard]] inline bool is_empty(const Geometry& geometry) noexcept {
    return geometry.max_width == 0 || geometry.max_height == 0;
}

/// Returns the first slice, with at most `max_elements` elements of each histogram; empty if there is nothing
/// to count.
[[nodiscard]] std::optional<Slice> first_slice(const Geometry& geometry, std::uint64_t max_elements) noexcept;

/// Returns the next slice, of the same size; empty after the last.
[[nodiscard]] std::optional<Slice> next_slice(const Geometry& geometry, const Slice& slice) noexcept;

/// Returns the memory of a job without its workspace. `offsets`: the offsets of ragged segments.
[[nodiscard]] LaunchBuffers buffers_of(const PlanDevice& device, const Job& job, const KernelMemory& offsets);

/// Returns a new buffer with a copy of the offsets of ragged segments; null for other batches.
[[nodiscard]] Buffer upload_offsets(const Engine& engine, const CheckedShape& shape);

/// A weight vector of a job: from Job::weight_vectors, or Job::weights if there is only one.
[[nodiscard]] inline WeightBuffer weights_of(const Job& job, std::size_t vector) {
    return job.weight_vectors.empty() ? WeightBuffer{job.weights, job.weight_offset}
                                      : job.weight_vectors[vector];
}

} // namespace histo_cl::detail
