#pragma once

#include "problem/rule/find_by_offset.hpp"
#include "problem/rule/find_on_line.hpp"

#include <stdexcept>
#include <utility>
#include <vector>

// kernels/bin/bin_*.cl in C++, function by function. A constant of the kernels is a member here, and a file
// that the host selects for a program is a type here.
//
// S describes the sample type, see problem/rule/cells.hpp; Machine does the arithmetic, see Host.

namespace histo_cl::detail {

/// Finds the cells of an axis if no sample of the type is in range.
template <class S>
class NoneInRange {
    using Bits = typename S::Bits;

  public:
    static constexpr bool can_be_ambiguous = false;

    explicit NoneInRange(const AxisRange<S>& range) noexcept : range_(range) {}

    [[nodiscard]] std::uint32_t bin_of(Bits bits) const noexcept { return range_.cell_outside(S::key(bits)); }
    [[nodiscard]] std::uint32_t quick_bin_of(Bits bits) const noexcept { return bin_of(bits); }

  private:
    AxisRange<S> range_;
};

/// Finds the bins of samples in range by BinAt, a class of find_by_offset.hpp. All other samples get the
/// cells of samples outside the range.
template <class S, class BinAt>
class InRange {
    using Bits = typename S::Bits;

  public:
    static constexpr bool can_be_ambiguous = false;

    InRange(const AxisRange<S>& range, const BinAt& bin_at) noexcept : range_(range), bin_at_(bin_at) {}

    [[nodiscard]] std::uint32_t bin_of(Bits bits) const {
        const auto key = S::key(bits);
        const auto offset = range_.offset(key);
        return range_.has(offset) ? bin_at_(bits, offset) : range_.cell_outside(key);
    }
    [[nodiscard]] std::uint32_t quick_bin_of(Bits bits) const { return bin_of(bits); }

  private:
    AxisRange<S> range_;
    BinAt bin_at_;
};

/// Finds the cells of an axis's samples, except for custom bins. Immutable.
template <class S, class Machine = Host>
class BinFinder {
    using Key = typename S::Key;
    using Mode = BinRule::Mode;
    using Line = BinRule::Line;
    using Product = BinRule::Product;

  public:
    BinFinder(BinRule rule, const Problem& problem, std::size_t axis, Machine machine = {})
        : rule_(std::move(rule)), bins_(static_cast<std::uint32_t>(bin_count(problem.axes.at(axis)))),
          outside_(outside_cells(problem.out_of_range, bins_)), machine_(machine) {
        keys_.reserve(rule_.thresholds.size());
        for (const auto threshold : rule_.thresholds)
            keys_.push_back(static_cast<Key>(threshold));
        rule_.thresholds = {};
    }

    /// Bytes of memory for thresholds and cells of a grid.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return keys_.size() * sizeof(Key); }

    /// Calls use(bins) with the finder of the axis's bins. bins.bin_of(bits) is the cell of a sample, or
    /// no_cell. bins.quick_bin_of(bits) is the same, except if bins.can_be_ambiguous: then it has no branch,
    /// and may return ambiguous_cell. The finder refers to this object's thresholds.
    template <class Use>
    auto with_bins(const Use& use) const {
        const AxisRange<S> range(rule_, outside_);
        switch (rule_.mode) {
        case Mode::none: return use(NoneInRange<S>(range));
        case Mode::shift: return with(range, ByShift<S>(rule_), use);
        case Mode::multiply: return by_multiply(range, use);
        case Mode::scale:
            if constexpr (S::has_line) return on_line(range, use);
            break;
        case Mode::search: return with(range, BySearch<S, Machine>(rule_, thresholds()), use);
        case Mode::custom: break;
        }
        throw std::logic_error("bins without a rule for keys");
    }

  private:
    [[nodiscard]] Thresholds<Key, Machine> thresholds() const noexcept { return {keys_, machine_}; }

    template <class BinAt, class Use>
    auto with(const AxisRange<S>& range, const BinAt& bin_at, const Use& use) const {
        if (rule_.period != 0) return use(OnCircle<S, Machine, BinAt>(rule_, bins_, range, bin_at, machine_));
        return use(InRange<S, BinAt>(range, bin_at));
    }

    template <class Use>
    auto by_multiply(const AxisRange<S>& range, const Use& use) const {
        const auto by = [&]<Product product, Wrong wrong>() {
            using By = ByMultiply<S, Machine, product, wrong>;
            const By multiply(rule_, thresholds());
            if constexpr (S::is_real && S::size == 8) // f64 on a machine without doubles
                return with(range, ByFixedPoint<S, By>(rule_, multiply), use);
            else
                return with(range, multiply, use);
        };
        const auto at_worst = [&]<Product product>() {
            if constexpr (product != Product::bits_32)
                if (rule_.near_next > 0) return by.template operator()<product, Wrong::near_next>();
            return rule_.capped ? by.template operator()<product, Wrong::at_end>()
                                : by.template operator()<product, Wrong::never>();
        };
        if (rule_.product == Product::bits_32) return at_worst.template operator()<Product::bits_32>();
        if (rule_.product == Product::bits_64) return at_worst.template operator()<Product::bits_64>();
        return at_worst.template operator()<Product::bits_128>();
    }

    template <class Use>
    auto on_line(const AxisRange<S>& range, const Use& use) const {
        const auto on = [&]<Line line>() {
            if (rule_.nonnegative) return use(OnLine<S, Machine, line, true>(rule_, range, thresholds()));
            return use(OnLine<S, Machine, line, false>(rule_, range, thresholds()));
        };
        if (rule_.line == Line::exact) return on.template operator()<Line::exact>();
        if constexpr (sizeof(typename S::Real) == 4)
            if (rule_.line == Line::fine) return on.template operator()<Line::fine>();
        return on.template operator()<Line::coarse>();
    }

    BinRule rule_; ///< without thresholds, which are in keys_
    std::vector<Key> keys_;
    std::uint32_t bins_;
    OutsideCells outside_;
    [[no_unique_address]] Machine machine_;
};

} // namespace histo_cl::detail
