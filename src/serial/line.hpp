#pragma once

#include "binning/bin_rule.hpp"
#include "serial/axis_cells.hpp"
#include "serial/keys.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace histo_cl::detail {

/// Mode scale of kernels/bin.cl, which src/binnings/scale.cpp proves: floats in bins that are nearly even.
template <class S>
class LineCells {
    using Bits = typename S::Bits;
    using Key = typename S::Key;
    using Real = typename S::Real;

  public:
    LineCells(const BinRule& rule, const std::vector<Key>& thresholds) noexcept
        : rule_(rule), thresholds_(thresholds), exact_(rule), line_(rule) {}

    /// First for all samples what takes no branch, then those of which that was not sure; outside(key) is the
    /// cell of one that is in no bin.
    template <class Stride, class Outside>
    void find(const std::byte* first, Stride stride, std::span<std::uint32_t> cells,
              const Outside& outside) const {
        if (rule_.line == BinRule::Line::exact)
            find_quickly(first, stride, cells, exact_);
        else
            find_quickly(first, stride, cells, line_);
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (cells[i] == unsure) cells[i] = near_edge(S::load(first + i * stride), outside);
    }

  private:
    static constexpr std::uint32_t unsure = no_cell - 1;

    /// NaN is 0.
    template <class T>
    static T clamped(T at, T most) noexcept {
        at = at > 0 ? at : T{0};
        return at < most ? at : most;
    }

    /// Cutting the fraction off is all, in the arithmetic of the samples.
    struct Exact {
        explicit Exact(const BinRule& rule) noexcept
            : scale(static_cast<Real>(rule.scale)), start(static_cast<Real>(rule.start)),
              most(static_cast<Real>(rule.last_bin)) {}

        [[nodiscard]] std::uint32_t bin(Real x) const noexcept {
            return static_cast<std::uint32_t>(static_cast<std::int32_t>(clamped(x * scale + start, most)));
        }
        [[nodiscard]] std::uint32_t bin_or_unsure(Real x, bool in_range) const noexcept {
            const auto found = bin(x);
            return in_range ? found : unsure;
        }

        Real scale;
        Real start;
        Real most;
    };

    /// Coarse and fine, in double: that is nearer to the truth than what a device has.
    struct Nearest {
        explicit Nearest(const BinRule& rule) noexcept
            : lower(rule.lower), scale(rule.scale + rule.scale_low), start(rule.start + rule.start_low),
              most(rule.last_bin), clear(rule.clear) {}

        [[nodiscard]] double at(Real x) const noexcept {
            return clamped((static_cast<double>(x) - lower) * scale + start, most);
        }
        [[nodiscard]] std::uint32_t bin_or_unsure(Real x, bool in_range) const noexcept {
            const double place = at(x);
            const auto bin =
                static_cast<std::int32_t>(place + 0.5); // NOLINT(bugprone-incorrect-roundings): checked
            const int is_clear = std::fabs(place - bin) < clear ? 1 : 0;
            return (is_clear & (in_range ? 1 : 0)) != 0 ? static_cast<std::uint32_t>(bin) : unsure;
        }

        double lower;
        double scale;
        double start;
        double most;
        double clear;
    };

    template <class Stride, class Bins>
    void find_quickly(const std::byte* first, Stride stride, std::span<std::uint32_t> cells,
                      const Bins& bins) const {
        if (rule_.nonnegative)
            return set_cells<S>(first, stride, cells,
                                [bins, least = static_cast<Bits>(rule_.least_bits),
                                 span = static_cast<Bits>(rule_.span)](Bits bits) {
                                    return bins.bin_or_unsure(S::value(bits),
                                                              static_cast<Bits>(bits - least) <= span);
                                });
        set_cells<S>(first, stride, cells,
                     [bins, least = static_cast<Real>(rule_.least),
                      most = static_cast<Real>(rule_.greatest)](Bits bits) {
                         const auto x = S::value(bits);
                         const int from_least = x >= least ? 1 : 0;
                         const int to_most = x <= most ? 1 : 0;
                         return bins.bin_or_unsure(x, (from_least & to_most) != 0);
                     });
    }

    /// The cell of a sample near an edge of bins, or anywhere out of range.
    template <class Outside>
    [[nodiscard]] std::uint32_t near_edge(Bits bits, const Outside& outside) const {
        const Key key = S::key(bits);
        const auto offset = static_cast<Key>(key - static_cast<Key>(rule_.first_key));
        if (offset > static_cast<Key>(rule_.last_offset)) return outside(key);
        const auto x = S::value(bits);
        if (rule_.line == BinRule::Line::exact) return exact_.bin(x);
        const double at = line_.at(x);
        const auto bin =
            static_cast<std::uint32_t>(at + 0.5); // NOLINT(bugprone-incorrect-roundings): checked
        const auto edge = std::min(bin + (at > bin ? 1U : 0U), rule_.last_bin);
        return thresholds_[edge] <= offset ? edge : edge - 1; // not at 0: thresholds[0] is 0
    }

    const BinRule& rule_;
    const std::vector<Key>& thresholds_;
    Exact exact_;
    Nearest line_;
};

} // namespace histo_cl::detail
