#pragma once

#include "problem/checked.hpp"
#include "problem/pitches.hpp"
#include "problem/splitting.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace histo_cl::detail {

/// Computes the shares into which elements are split. The constructor's arguments must outlive the object.
class SplitElements {
  public:
    SplitElements(const Problem& problem, const CheckedData& data) : problem_(problem) {
        for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
            types_.push_back(stored_type(problem, axis));
            samples_.push_back(samples_of(problem, data, problem.channel(axis)));
        }
        for (std::size_t axis = 0; axis < counted_axes(problem); ++axis)
            axes_.emplace_back(problem, axis);
    }

    /// Calls visit(cell, share) for each share of an element. `cell`: numbered through all axes, or a joint
    /// cell. `share`: in units of 2^-share_bits_of_element.
    template <class Visit>
    void for_each_share(std::uint64_t x, std::uint64_t y, const Visit& visit) const {
        Intervals intervals;
        for (std::size_t axis = 0; axis < axes_.size(); ++axis)
            intervals.at(axis) = interval(axis, x, y);
        if (problem_.joint) return for_each_joint(intervals, 0, 0, 1, visit);
        std::uint64_t first = 0;
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            axes_[axis].for_each_share(intervals.at(axis), [&](std::uint64_t cell, std::uint64_t share) {
                visit(first + cell, share);
            });
            first += problem_.extent(axis);
        }
    }

    /// Whether the element overlaps counted cells: on all axes if the problem is joint, otherwise on at least
    /// one.
    [[nodiscard]] bool overlaps_cells(std::uint64_t x, std::uint64_t y) const noexcept {
        for (std::size_t axis = 0; axis < axes_.size(); ++axis)
            if (axes_[axis].overlaps_cells(interval(axis, x, y)) != problem_.joint) return !problem_.joint;
        return problem_.joint;
    }

  private:
    using Intervals = std::array<SplitAxis::Interval, max_split_axes>;

    [[nodiscard]] ExactSample sample(std::size_t axis, std::uint64_t x, std::uint64_t y) const noexcept {
        std::uint64_t bits = 0;
        const auto* const from = samples_[axis].at(x, y);
        switch (bytes(types_[axis])) {
        case 1: bits = static_cast<std::uint8_t>(*from); break;
        case 2: bits = read<std::uint16_t>(from); break;
        case 4: bits = read<std::uint32_t>(from); break;
        default: bits = read<std::uint64_t>(from); break;
        }
        return exact_sample(types_[axis], bits);
    }

    template <class Word>
    [[nodiscard]] static Word read(const std::byte* from) noexcept {
        Word word;
        std::memcpy(&word, from, sizeof word);
        return word;
    }

    [[nodiscard]] SplitAxis::Interval interval(std::size_t axis, std::uint64_t x,
                                               std::uint64_t y) const noexcept {
        const bool linear = problem_.splitting == Splitting::linear;
        return axes_[axis].interval(sample(axis, x, y),
                                    linear ? ExactSample() : sample(axis + axes_.size(), x, y));
    }

    /// Visits the shares of the axes from `axis` on. `cell` and `share`: the joint cell and share of the axes
    /// before `axis`.
    template <class Visit>
    void for_each_joint(const Intervals& intervals, std::size_t axis, std::uint64_t cell, std::uint64_t share,
                        const Visit& visit) const {
        if (axis == axes_.size()) return visit(cell, share);
        axes_[axis].for_each_share(intervals.at(axis), [&](std::uint64_t own, std::uint64_t of_own) {
            for_each_joint(intervals, axis + 1, cell * problem_.extent(axis) + own, share * of_own, visit);
        });
    }

    const Problem& problem_;
    std::vector<SplitAxis> axes_;         ///< one for each axis of bins; none for axes of half widths
    std::vector<SampleType> types_;       ///< one for each axis
    std::vector<ChannelSamples> samples_; ///< one for each axis
};

} // namespace histo_cl::detail
