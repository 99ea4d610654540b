#pragma once

#include "problem/pitches.hpp"

#include <algorithm>
#include <cstdint>

// How wide loads take elements; see kernels/load.cl.

namespace histo_cl::detail {

/// Whether the stride is a constant of the kernels: short ones are. A CPU's compiler makes loads of whole
/// vectors and shuffles of them, where it would gather samples at a stride that it does not know.
[[nodiscard]] constexpr bool is_constant_stride(std::uint64_t samples) noexcept {
    constexpr std::uint64_t longest = 8;
    return samples <= longest;
}

[[nodiscard]] inline bool has_constant_stride(const Problem& problem) noexcept {
    return is_constant_stride(sample_stride(problem));
}

/// The bytes that are read of the samples of an element.
[[nodiscard]] inline std::uint32_t bytes_read(const Problem& problem) noexcept {
    if (!is_separate(problem)) return static_cast<std::uint32_t>(bytes(problem.sample)) * problem.channels();
    std::size_t sum = 0;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        sum += bytes(stored_type(problem, axis));
    return static_cast<std::uint32_t>(sum);
}

/// Whether a wide load holds several elements of a row: they follow one another without gaps, or each lies in
/// its own 2 or 4 bytes. With larger strides a load for each sample is as fast (docs/notes/gpu.md).
[[nodiscard]] inline bool has_wide_loads(const Problem& problem) noexcept {
    if (is_packed(problem)) return true;
    const auto stride = sample_stride(problem) * bytes(problem.sample);
    return !problem.layout.image && problem.layout.order == Order::interleaved &&
           (stride == 2 || stride == 4);
}

/// The samples of a vector, which is loaded by `load_bytes` at a time; of arrays, those of the widest
/// samples.
[[nodiscard]] inline std::uint64_t samples_of_a_vector(const Problem& problem,
                                                       std::uint32_t load_bytes) noexcept {
    if (!has_wide_loads(problem)) return 1;
    return std::max<std::uint64_t>(1, load_bytes / widest_stored(problem));
}

/// Whether the vectors of a block follow one another in memory; else there is one for each axis.
[[nodiscard]] inline bool in_sequence(const Problem& problem, std::uint32_t load_bytes) noexcept {
    return problem.layout.order == Order::interleaved && samples_of_a_vector(problem, load_bytes) > 1;
}

/// The elements of a block: those of one vector, if its samples are those of whole elements, so that
/// work-items that are neighbours read vectors that are neighbours (H200, 4 channels of i8: in blocks of 4
/// vectors, lines left the L1 cache before all of them were read). Else as many as a vector has samples,
/// which fill whole vectors.
[[nodiscard]] inline std::uint64_t elements_of_a_load(const Problem& problem,
                                                      std::uint32_t load_bytes) noexcept {
    const auto samples = samples_of_a_vector(problem, load_bytes);
    const auto stride = sample_stride(problem);
    return in_sequence(problem, load_bytes) && samples % stride == 0 ? samples / stride : samples;
}

/// The vectors of samples that a block is loaded in.
[[nodiscard]] inline std::uint32_t sample_vectors(const Problem& problem, std::uint32_t load_bytes) noexcept {
    if (!in_sequence(problem, load_bytes)) return static_cast<std::uint32_t>(problem.axes.size());
    const auto samples = elements_of_a_load(problem, load_bytes) * sample_stride(problem);
    return static_cast<std::uint32_t>(samples / samples_of_a_vector(problem, load_bytes));
}

/// The vectors that a block takes in registers, with those of the mask and the weights. Of an image they are
/// single samples, of which narrow ones take less.
[[nodiscard]] inline std::uint32_t vectors_of_a_block(const Problem& problem,
                                                      std::uint32_t load_bytes) noexcept {
    const auto vectors = sample_vectors(problem, load_bytes);
    const auto samples = problem.layout.image && bytes(problem.sample) < 4 ? (vectors + 1) / 2 : vectors;
    return samples + (problem.layout.mask ? 1U : 0U) + (problem.weights ? 2U : 0U);
}

} // namespace histo_cl::detail
