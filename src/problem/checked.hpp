#pragma once

#include "histo_cl/host_data.hpp"
#include "histo_cl/problem.hpp"
#include "problem/pitches.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace histo_cl::detail {

/// A problem that has passed validation, so functions that take a CheckedProblem need not check it again.
/// Refers to the problem, which must outlive this object and not change.
class CheckedProblem {
  public:
    /// Throws like Problem::validate().
    explicit CheckedProblem(const Problem& problem);
    explicit CheckedProblem(Problem&&) = delete;
    /// Checks a problem as if its counters had the type wide_counter(), in which results are returned. Throws
    /// like Problem::validate().
    [[nodiscard]] static CheckedProblem with_wide_counters(const Problem& problem);
    /// Makes a CheckedProblem without checking again. `checked`: a copy of a checked problem, or a problem
    /// derived from one.
    [[nodiscard]] static CheckedProblem copy(const Problem& checked) noexcept {
        return {checked, checked.counter};
    }

    [[nodiscard]] const Problem& operator*() const noexcept { return *problem_; }
    [[nodiscard]] const Problem* operator->() const noexcept { return problem_; }
    /// The type of the counters, which may differ from Problem::counter after with_wide_counters().
    [[nodiscard]] CounterType counter() const noexcept { return counter_; }

  private:
    CheckedProblem(const Problem& problem, CounterType counter) noexcept
        : problem_(&problem), counter_(counter) {}

    const Problem* problem_;
    CounterType counter_;
};

/// Throws like Problem::validate(), with `counter` instead of Problem::counter.
void validate(const Problem& problem, CounterType counter);

/// A shape that is valid for a problem, and values derived from it.
struct CheckedShape : Shape {
    std::uint64_t elements = 0;
    std::uint64_t histograms = 0;
    Pitches pitches = {};
    Footprint footprint = {};
};

/// Size of the largest buffer of a footprint, in bytes.
[[nodiscard]] std::uint64_t largest(const Footprint& used) noexcept;

/// Throws Error(invalid_argument) if `given` is wrong: it must be the number of channels if they are
/// separate, otherwise 0.
void check_array_count(const Problem& problem, std::size_t given);

/// Throws Error(invalid_argument) if `given` is wrong: it must be the number of the problem's weight vectors
/// if there are several, otherwise 0.
void check_weight_count(const Problem& problem, std::size_t given);

/// Checks a shape. Throws Error(invalid_argument) like footprint().
[[nodiscard]] CheckedShape check_shape(const CheckedProblem& problem, const Shape& shape);

/// Host data that is large enough for its shape.
struct CheckedData {
    CheckedShape shape;
    std::span<const std::byte> samples;
    std::span<const std::byte> mask = {};
    /// Weight vectors; most problems with weights have only the first.
    std::array<std::span<const std::byte>, max_weight_vectors> weights = {};
    std::array<std::span<const std::byte>, max_arrays> arrays = {}; ///< the samples of each separate channel
    std::span<const std::byte> indices = {};
    bool pinned = false;
};

/// The i-th index of a list of indices of type u32 or u64.
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

/// The samples of one channel in host memory: the sample of element (x, y) is at first + y·row + x·stride.
struct ChannelSamples {
    const std::byte* first;
    std::uint64_t stride;
    std::uint64_t row;

    [[nodiscard]] const std::byte* at(std::uint64_t x, std::uint64_t y) const noexcept {
        return first + y * row + x * stride;
    }
};

/// The samples of `channel`, which must be a channel that an axis counts. Their type is stored_type().
[[nodiscard]] ChannelSamples samples_of(const Problem& problem, const CheckedData& data,
                                        std::uint32_t channel) noexcept;

/// Checks host data. For flat data without Shape::count, derives the count from the spans, which must hold
/// whole elements. Throws like check_shape(). Also throws Error(invalid_argument) if the samples are in an
/// image, if the number of arrays or weight vectors is wrong, for incomplete elements, for spans that are too
/// short for the shape or that the problem does not use, and for indices beyond the elements.
[[nodiscard]] CheckedData check_data(const CheckedProblem& problem, const HostData& data);

} // namespace histo_cl::detail
