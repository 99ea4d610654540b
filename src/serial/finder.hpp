#pragma once

#include "binning/bin_rule.hpp"
#include "core/exact.hpp"
#include "serial/axis_cells.hpp"
#include "serial/line.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace histo_cl::detail {

/// Where samples in no bin are counted: kernels/bin.cl's UNDERFLOW_CELL, OVERFLOW_CELL and NAN_CELL.
struct Outside {
    std::uint32_t below = no_cell;
    std::uint32_t above = no_cell;
    std::uint32_t nan = no_cell;

    Outside(OutOfRange policy, std::uint32_t bins) noexcept {
        if (policy == OutOfRange::clamped) {
            below = 0;
            above = bins - 1;
        } else if (policy == OutOfRange::counted) {
            below = bins;
            above = bins + 1;
            nan = bins + 2;
        }
    }
};

/// bin_of() of kernels/bin.cl, function by function.
template <SampleType type>
class Finder final : public AxisCells {
    using S = Samples<type>;
    using Bits = typename S::Bits;
    using Key = typename S::Key;
    using Mode = BinRule::Mode;

  public:
    Finder(const Problem& problem, std::size_t axis)
        : rule_(bin_rule(problem, axis)), bins_(static_cast<std::uint32_t>(bin_count(problem.axes[axis]))),
          outside_(problem.out_of_range, bins_), first_key_(static_cast<Key>(rule_.first_key)),
          last_offset_(static_cast<Key>(rule_.last_offset)) {
        thresholds_.reserve(rule_.thresholds.size());
        for (const auto threshold : rule_.thresholds)
            thresholds_.push_back(static_cast<Key>(threshold));
        rule_.thresholds = {};
    }

    [[nodiscard]] std::uint64_t bytes() const noexcept override { return thresholds_.size() * sizeof(Key); }

    void find(const std::byte* first, std::uint64_t stride, std::span<std::uint32_t> cells) const override {
        if (stride == S::size) // known to the compiler
            find_at(first, std::integral_constant<std::uint64_t, S::size>(), cells);
        else
            find_at(first, stride, cells);
    }

  private:
    template <class Stride>
    void find_at(const std::byte* first, Stride stride, std::span<std::uint32_t> cells) const {
        switch (rule_.mode) {
        case Mode::none:
            return set_cells<S>(first, stride, cells, [this](Bits bits) { return outside(S::key(bits)); });
        case Mode::shift: return by_shift(first, stride, cells);
        case Mode::multiply: return by_multiply(first, stride, cells);
        case Mode::scale:
            if constexpr (S::has_line)
                LineCells<S>(rule_, thresholds_).find(first, stride, cells, [this](Key key) {
                    return outside(key);
                });
            return;
        case Mode::search:
            return by(first, stride, cells, [this](Bits bits, Key offset) { return searched(bits, offset); });
        case Mode::custom: break;
        }
        throw std::logic_error("custom bins on the calling thread");
    }

    /// Of a sample that is in no bin.
    [[nodiscard]] std::uint32_t outside(Key key) const {
        if (S::is_real && !is_number(key)) return outside_.nan;
        return rule_.all_below || key < first_key_ ? outside_.below : outside_.above;
    }
    [[nodiscard]] bool is_number(Key key) const {
        return static_cast<Key>(key - static_cast<Key>(rule_.first_number)) <=
               static_cast<Key>(rule_.last_number);
    }

    /// bin_at(bits, offset) for samples in range, or on the circle.
    template <class Stride, class BinAt>
    void by(const std::byte* first, Stride stride, std::span<std::uint32_t> cells,
            const BinAt& bin_at) const {
        if (rule_.period != 0)
            return set_cells<S>(first, stride, cells, [&](Bits bits) { return on_circle(bits, bin_at); });
        set_cells<S>(first, stride, cells,
                     [this, bin_at, first_key = first_key_, last_offset = last_offset_](Bits bits) {
                         const Key key = S::key(bits);
                         const auto offset = static_cast<Key>(key - first_key);
                         return offset <= last_offset ? bin_at(bits, offset) : outside(key);
                     });
    }

    template <class BinAt>
    [[nodiscard]] std::uint32_t on_circle(Bits bits, const BinAt& bin_at) const {
        if constexpr (S::is_real) {
            if (!is_number(S::key(bits))) return outside_.nan;
            const auto offset = static_cast<Key>(S::key(folded(bits)) - first_key_);
            return static_cast<std::uint32_t>((bin_at(bits, offset) + rule_.turn) % bins_);
        } else {
            auto offset = static_cast<Key>(S::key(bits) % static_cast<Key>(rule_.period) +
                                           static_cast<Key>(rule_.turn));
            if (offset >= rule_.period) offset = static_cast<Key>(offset - static_cast<Key>(rule_.period));
            return bin_at(bits, offset);
        }
    }

    /// Without whole periods, exactly.
    [[nodiscard]] Bits folded(Bits bits) const requires(S::is_real) {
        const auto period = S::value(static_cast<Bits>(rule_.period));
        return S::nearest(std::fmod(S::value(bits), period));
    }

    template <class Stride>
    void by_shift(const std::byte* first, Stride stride, std::span<std::uint32_t> cells) const {
        const auto most = rule_.capped ? rule_.last_bin : no_cell;
        by(first, stride, cells, [shift = rule_.shift, most](Bits, Key offset) {
            return std::min(static_cast<std::uint32_t>(offset >> shift), most);
        });
    }

    template <class Stride>
    void by_multiply(const std::byte* first, Stride stride, std::span<std::uint32_t> cells) const {
        const auto bins_at = [&](const auto& position_of) {
            const auto most = rule_.capped ? rule_.last_bin : no_cell;
            if (rule_.near_next > 0)
                return by(first, stride, cells, [this, position_of](Bits, Key offset) {
                    return nearest(position_of(offset), offset);
                });
            by(first, stride, cells, [position_of, shift = rule_.shift, most](Bits, Key offset) {
                return std::min(static_cast<std::uint32_t>(position_of(offset) >> shift), most);
            });
        };
        const auto multiplier = rule_.multiplier;
        const auto addend = rule_.addend;
        switch (rule_.product) {
        case BinRule::Product::bits_32:
            return bins_at([narrow = static_cast<std::uint32_t>(multiplier),
                            start = static_cast<std::uint32_t>(addend)](Key offset) {
                return static_cast<std::uint32_t>(offset) * narrow + start;
            });
        case BinRule::Product::bits_64:
            return bins_at([=](Key offset) {
                return std::uint64_t{static_cast<std::uint32_t>(offset)} * multiplier + addend;
            });
        case BinRule::Product::bits_128:
            return bins_at([=, raise = rule_.raise](Key offset) {
                const auto product = UInt128{std::uint64_t{offset} << raise} * multiplier;
                return static_cast<std::uint64_t>(product >> 64U) + addend;
            });
        }
    }

    /// The bin of a position that may be one too low.
    [[nodiscard]] std::uint32_t nearest(std::uint64_t position, Key offset) const {
        const auto bin = static_cast<std::uint32_t>(position >> rule_.shift);
        const bool near_next = static_cast<std::uint32_t>(position >> (rule_.shift - 32)) >= rule_.near_next;
        if (near_next && bin < rule_.last_bin && thresholds_[bin + 1] <= offset) return bin + 1;
        return rule_.capped ? std::min(bin, rule_.last_bin) : bin;
    }

    [[nodiscard]] std::uint32_t grid_cell(Bits bits, Key offset) const {
        if (rule_.grid == BinRule::Grid::offsets)
            return static_cast<std::uint32_t>(offset >> rule_.grid_shift);
        if (rule_.grid == BinRule::Grid::octaves) {
            constexpr auto key_bits = static_cast<std::uint32_t>(8 * sizeof(Key));
            const auto from_1 = static_cast<Key>(offset | 1U);
            const auto zeros = static_cast<std::uint32_t>(std::countl_zero(from_1));
            return ((key_bits - 2 - zeros) << rule_.grid_bits) +
                   static_cast<std::uint32_t>(static_cast<Key>(from_1 << zeros) >>
                                              (key_bits - 1 - rule_.grid_bits));
        }
        if constexpr (S::has_line) {
            const double at = (static_cast<double>(S::value(bits)) - rule_.lower) * rule_.scale;
            return static_cast<std::uint32_t>(std::clamp(at, 0.0, static_cast<double>(rule_.cells - 1)));
        }
        return 0;
    }

    [[nodiscard]] std::uint32_t searched(Bits bits, Key offset) const {
        std::uint32_t bin = 0;
        std::uint32_t step = std::bit_floor(rule_.last_bin);
        if (rule_.grid != BinRule::Grid::none) {
            const auto cell = static_cast<std::uint32_t>(
                thresholds_[rule_.last_bin + std::size_t{1} + grid_cell(bits, offset)]);
            bin = cell & 0xFFFFFFU;
            step = (1U << (cell >> 24U)) >> 1U;
        }
        for (; step > 0; step >>= 1U) {
            const auto probe = std::min(bin + step, rule_.last_bin);
            bin = thresholds_[probe] <= offset ? probe : bin;
        }
        return bin;
    }

    BinRule rule_; ///< its thresholds are these:
    std::vector<Key> thresholds_;
    std::uint32_t bins_;
    Outside outside_;
    Key first_key_;
    Key last_offset_;
};

} // namespace histo_cl::detail
