#pragma once

#include "histo_cl/problem.hpp"
#include "problem/pitches.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace histo_cl::detail {

/// A problem that has passed validation, so functions that take one need not check it. It refers to the
/// problem, which must outlive it unchanged.
class CheckedProblem {
  public:
    /// Throws like Problem::validate().
    explicit CheckedProblem(const Problem& problem);
    explicit CheckedProblem(Problem&&) = delete;
    /// A checked problem to be counted in the 64-bit counters that its weights need, whatever
    /// Problem::counter says.
    [[nodiscard]] static CheckedProblem with_wide_counters(const Problem& problem);
    /// A copy of one that has been checked.
    [[nodiscard]] static CheckedProblem copy(const Problem& of_a_checked_one) noexcept {
        return {of_a_checked_one, of_a_checked_one.counter};
    }

    [[nodiscard]] const Problem& operator*() const noexcept { return *problem_; }
    [[nodiscard]] const Problem* operator->() const noexcept { return problem_; }
    /// The type of its counters, which differs from Problem::counter in one made by with_wide_counters().
    [[nodiscard]] CounterType counter() const noexcept { return counter_; }

  private:
    CheckedProblem(const Problem& problem, CounterType counter) noexcept
        : problem_(&problem), counter_(counter) {}

    const Problem* problem_;
    CounterType counter_;
};

/// Throws like Problem::validate() for the problem with this counter.
void validate(const Problem& problem, CounterType counter);

/// A shape that a problem takes, and what follows from it, worked out once.
struct CheckedShape : Shape {
    std::uint64_t elements = 0;
    std::uint64_t histograms = 0;
    Pitches pitches = {};
    Footprint footprint = {};
};

/// The bytes of the buffer that takes the most.
[[nodiscard]] std::uint64_t largest(const Footprint& used) noexcept;

/// Throws Error(invalid_argument) unless so many arrays are one for each separate channel, or none for
/// others.
void check_array_count(const Problem& problem, std::size_t given);

/// Throws Error(invalid_argument) unless so many vectors of weights are those of a problem with several, or
/// none for others.
void check_weight_count(const Problem& problem, std::size_t given);

/// Throws Error(invalid_argument) as footprint() says.
[[nodiscard]] CheckedShape check_shape(const CheckedProblem& problem, const Shape& shape);

/// Host data that hold all that their shape reads.
struct CheckedData {
    CheckedShape shape;
    std::span<const std::byte> samples;
    std::span<const std::byte> mask = {};
    /// The first is the only one of most problems with weights.
    std::array<std::span<const std::byte>, max_weight_vectors> weights = {};
    std::array<std::span<const std::byte>, max_arrays> arrays = {}; ///< of separate channels
    std::span<const std::byte> indices = {};
    bool pinned = false;
};

/// An index of a list, of type u32 or u64.
[[nodiscard]] inline std::uint64_t index_at(SampleType type, std::span<const std::byte> indices,
                                            std::uint64_t i) noexcept {
    if (type == SampleType::u64) {
        std::uint64_t index = 0;
        std::memcpy(&index, indices.data() + i * sizeof index, sizeof index);
        return index;
    }
    std::uint32_t index = 0;
    std::memcpy(&index, indices.data() + i * sizeof index, sizeof index);
    return index;
}

/// The samples of one channel in host memory: that of element (x, y) lies at y·row + x·stride.
struct ChannelSamples {
    const std::byte* first;
    std::uint64_t stride;
    std::uint64_t row;

    [[nodiscard]] const std::byte* at(std::uint64_t x, std::uint64_t y) const noexcept {
        return first + y * row + x * stride;
    }
};

/// The samples of a channel that an axis counts, of type stored_type().
[[nodiscard]] ChannelSamples samples_of(const Problem& problem, const CheckedData& data,
                                        std::uint32_t channel) noexcept;

/// Counts flat samples if the shape does not. Throws like check_shape(), and Error(invalid_argument) for
/// samples that are not whole elements then, and for spans that are shorter than the shape or that the
/// problem has no use for.
[[nodiscard]] CheckedData check_data(const CheckedProblem& problem, const HostData& data);

} // namespace histo_cl::detail
