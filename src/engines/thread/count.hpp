#pragma once

#include "problem/checked.hpp"
#include "problem/rule/cells.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace histo_cl::detail {

// Counting on the calling thread, without a device.

/// The finders of all axes of a problem; none if the problem splits elements. They depend only on this, and
/// on the problem's sample type, axes, `joint`, and policies for edges and ranges.
struct Finders {
    explicit Finders(const Problem& problem);
    /// Memory for thresholds, in bytes.
    [[nodiscard]] std::uint64_t bytes() const noexcept;

    bool by_index; ///< whether cells depend on the elements' indices
    std::vector<std::unique_ptr<const AxisCells>> axes;
};

/// Returns the counts, sums of integer weights, minima or maxima, equal to those of reference_histogram().
/// only_on_device() must be empty for the problem, and `cells` must have been made for it. Takes memory for
/// the result, for 4 tables of at most 1024 counters, and for the cells of a few thousand elements.
[[nodiscard]] std::vector<std::uint64_t>
count_on_calling_thread(const Problem& problem, const CheckedData& data, const Finders& cells);

/// Returns the wide sums of a problem that has a known_bound(), histogram by histogram, each in the format of
/// Engine::enqueue_partial().
[[nodiscard]] std::vector<std::byte>
wide_sums_on_calling_thread(const Problem& problem, const CheckedData& data, const Finders& cells);

/// Returns the weight_bound() of checked data with float weights.
[[nodiscard]] WeightBound bound_of(const Problem& problem, const CheckedData& data);

} // namespace histo_cl::detail
