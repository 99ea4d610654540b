#pragma once

#include "problem/pitches.hpp"
#include "problem/splitting.hpp"

#include <algorithm>
#include <cstdint>

// Numbers of elements, samples and vectors in wide loads; see kernels/load/load.cl.

namespace histo_cl::detail {

/// Whether a stride, given in samples, is a constant in the kernels, as short strides are. With a constant
/// stride, a CPU's compiler loads whole vectors and shuffles them; otherwise, it would use gathers.
[[nodiscard]] constexpr bool is_constant_stride(std::uint64_t samples) noexcept {
    constexpr std::uint64_t longest = 8;
    return samples <= longest;
}

[[nodiscard]] inline bool has_constant_stride(const Problem& problem) noexcept {
    return is_constant_stride(sample_stride(problem));
}

/// Whether the distance of weights is a constant of the kernels, see is_constant_stride().
[[nodiscard]] inline bool has_constant_weight_step(const Problem& problem) noexcept {
    return is_constant_stride(weight_step(problem));
}

/// Number of bytes that are read for the samples of an element, including channels that no axis counts.
/// Separate arrays that no axis counts are not read.
[[nodiscard]] inline std::uint32_t bytes_read(const Problem& problem) noexcept {
    if (!is_separate(problem)) return static_cast<std::uint32_t>(bytes(problem.sample)) * problem.channels();
    std::size_t sum = 0;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        sum += bytes(stored_type(problem, axis));
    return static_cast<std::uint32_t>(sum);
}

/// Whether one load reads several elements of a row. True if the elements are contiguous, or are interleaved
/// with a stride of 2 or 4 bytes; false if elements are split. With larger strides, a load per sample is
/// equally fast (docs/notes/gpu.md).
[[nodiscard]] inline bool has_wide_loads(const Problem& problem) noexcept {
    if (splits(problem)) return false; // wide loads save little: splitting takes many instructions
    if (is_packed(problem)) return true;
    const auto stride = sample_stride(problem) * bytes(problem.sample);
    return !problem.layout.image && problem.layout.order == Order::interleaved &&
           (stride == 2 || stride == 4);
}

/// Number of samples in a vector of `load_bytes` bytes; 1 if loads are not wide. For separate arrays, the
/// array with the widest samples determines it.
[[nodiscard]] inline std::uint64_t samples_per_vector(const Problem& problem,
                                                      std::uint32_t load_bytes) noexcept {
    if (!has_wide_loads(problem)) return 1;
    std::size_t widest = 1;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        widest = std::max(widest, bytes(stored_type(problem, axis)));
    return std::max<std::uint64_t>(1, load_bytes / widest);
}

/// Whether the vectors of a block are consecutive in memory. Otherwise there is one vector for each axis.
[[nodiscard]] inline bool in_sequence(const Problem& problem, std::uint32_t load_bytes) noexcept {
    return problem.layout.order == Order::interleaved && samples_per_vector(problem, load_bytes) > 1;
}

/// Number of elements in a block. If a vector holds whole elements, a block is one vector, so that adjacent
/// work-items read adjacent vectors. (H200, 4 channels of i8: with blocks of 4 vectors, lines were evicted
/// from the L1 cache before they were read completely.) Otherwise a block has as many elements as a vector
/// has samples, so that it consists of whole vectors.
[[nodiscard]] inline std::uint64_t elements_per_load(const Problem& problem,
                                                     std::uint32_t load_bytes) noexcept {
    const auto samples = samples_per_vector(problem, load_bytes);
    const auto stride = sample_stride(problem);
    return in_sequence(problem, load_bytes) && samples % stride == 0 ? samples / stride : samples;
}

/// Number of sample vectors in a block.
[[nodiscard]] inline std::uint32_t sample_vectors(const Problem& problem, std::uint32_t load_bytes) noexcept {
    if (!in_sequence(problem, load_bytes)) return static_cast<std::uint32_t>(problem.axes.size());
    const auto samples = elements_per_load(problem, load_bytes) * sample_stride(problem);
    return static_cast<std::uint32_t>(samples / samples_per_vector(problem, load_bytes));
}

/// Number of vector registers for a block, including the mask and the weights. For an image, each vector is a
/// single sample; two samples of 1 or 2 bytes are counted as one register.
[[nodiscard]] inline std::uint32_t vectors_per_block(const Problem& problem,
                                                     std::uint32_t load_bytes) noexcept {
    const auto vectors = sample_vectors(problem, load_bytes);
    const auto samples = problem.layout.image && bytes(problem.sample) < 4 ? (vectors + 1) / 2 : vectors;
    return samples + (problem.layout.mask ? 1U : 0U) + (problem.weights.type ? 2U : 0U);
}

} // namespace histo_cl::detail
