#pragma once

#include "core/exact.hpp"
#include "problem/binnings.hpp"
#include "problem/rule/bin_rule.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

// Parts that find_bin.hpp and find_on_line.hpp share, and the functions bin_at() of the modes that use
// offsets.

namespace histo_cl::detail {

/// The machine that executes the rule: its floating-point arithmetic, and hooks for tests, which do nothing
/// on the host. Tests have machines that flush denormals to zero or contract products and sums, and that
/// count steps.
struct Host {
    /// The operand as the machine sees it: 0 for a denormal if the machine flushes denormals.
    template <class T>
    static T kept(T x) noexcept {
        return x;
    }
    template <class T>
    static T sum(T a, T b) noexcept {
        return a + b;
    }
    template <class T>
    static T product_and_sum(T a, T b, T c) noexcept {
        return a * b + c;
    }
    /// Returns a · (b + b_low) + (c + c_low), computed in double and rounded. Devices use two fma() and an
    /// addition, which would be slow on hosts without an fma instruction.
    static float fine(float a, float b, float b_low, float c, float c_low) noexcept {
        return static_cast<float>(double{a} * (double{b} + double{b_low}) + (double{c} + double{c_low}));
    }

    /// Hook: called for each iteration of a loop.
    static void iterate() noexcept {}
    /// Hook: called when a sample is compared with a threshold outside a search.
    static void look() noexcept {}
    /// Hook: asserts that holds() is true, which the kernel assumes.
    template <class Holds>
    static void expect(const Holds& /*holds*/, const char* /*otherwise*/) noexcept {}
};

/// The thresholds of an axis, followed by the cells of its grid.
template <class Key, class Machine>
struct Thresholds {
    [[nodiscard]] Key operator[](std::size_t i) const {
        machine.expect([&] { return i < keys.size(); }, "a threshold that is not there");
        return keys[i];
    }

    std::span<const Key> keys;
    [[no_unique_address]] Machine machine;
};

/// The range of an axis, and the cells of samples outside it.
template <class S>
class AxisRange {
    using Key = typename S::Key;

  public:
    AxisRange(const BinRule& rule, const OutsideCells& outside) noexcept
        : first_key_(static_cast<Key>(rule.first_key)), last_offset_(static_cast<Key>(rule.last_offset)),
          first_number_(static_cast<Key>(rule.first_number)),
          last_number_(static_cast<Key>(rule.last_number)), outside_(outside) {
        if (rule.all_below) outside_.above = outside_.below;
    }

    [[nodiscard]] Key offset(Key key) const noexcept { return static_cast<Key>(key - first_key_); }
    [[nodiscard]] bool has(Key offset) const noexcept { return offset <= last_offset_; }
    [[nodiscard]] bool is_number(Key key) const noexcept {
        return !S::is_real || static_cast<Key>(key - first_number_) <= last_number_;
    }
    [[nodiscard]] std::uint32_t nan_cell() const noexcept { return outside_.nan; }

    /// The cell of a sample that is in no bin.
    [[nodiscard]] std::uint32_t cell_outside(Key key) const noexcept {
        if (!is_number(key)) return outside_.nan;
        return key < first_key_ ? outside_.below : outside_.above;
    }

  private:
    Key first_key_;
    Key last_offset_;
    Key first_number_;
    Key last_number_;
    OutsideCells outside_;
};

/// Clamps `at` to 0 … `max`; NaN becomes 0.
template <class T>
[[nodiscard]] T clamped(T at, T max) noexcept {
    at = at > 0 ? at : T{0};
    return at < max ? at : max;
}

/// The integer part of a clamped position. It is first converted to int, because CPUs have an instruction for
/// that.
template <class T>
[[nodiscard]] std::uint32_t whole(T at) noexcept {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(at));
}

// The functions bin_at() of kernels/bin/bin_shift.cl, bin_multiply.cl and bin_search.cl: each returns the bin
// of a sample in range, by its offset.

/// Mode shift.
template <class S>
class ByShift {
    using Key = typename S::Key;

  public:
    explicit ByShift(const BinRule& rule) noexcept
        : shift_(rule.shift),
          max_bin_(rule.capped ? static_cast<Key>(rule.last_bin) : std::numeric_limits<Key>::max()) {}

    [[nodiscard]] std::uint32_t operator()(typename S::Bits /*bits*/, Key offset) const {
        return static_cast<std::uint32_t>(std::min(static_cast<Key>(offset >> shift_), max_bin_));
    }

  private:
    std::uint32_t shift_;
    /// As wide as a key: if the last bin is wider than the others, results may need more than 32 bits.
    Key max_bin_;
};

/// How the product can be wrong: `never`; too high for the last samples in range (`at_end`); or also one bin
/// too low (`near_next`).
enum class Wrong : std::uint8_t { never, at_end, near_next };

/// Mode multiply.
template <class S, class Machine, BinRule::Product product, Wrong wrong>
class ByMultiply {
    using Key = typename S::Key;
    using Product = BinRule::Product;
    using Position = std::conditional_t<product == Product::bits_32, std::uint32_t, std::uint64_t>;

  public:
    ByMultiply(const BinRule& rule, const Thresholds<Key, Machine>& thresholds) noexcept
        : thresholds_(thresholds), multiplier_(static_cast<Position>(rule.multiplier)),
          addend_(static_cast<Position>(rule.addend)), raise_(rule.raise), shift_(rule.shift),
          near_next_(rule.near_next), last_bin_(rule.last_bin),
          max_bin_(rule.capped ? rule.last_bin : no_cell) {}

    [[nodiscard]] std::uint32_t operator()(typename S::Bits /*bits*/, Key offset) const {
        return at(offset, offset);
    }

    /// The bin, computed from a distance, which is the offset or a distance in fixed point. Thresholds are
    /// compared with the offset.
    [[nodiscard]] std::uint32_t at(Key distance, Key offset) const {
        const auto position = position_of(distance);
        const auto above = [position](std::uint32_t bits) { // positions in fixed point have a sign
            if constexpr (S::is_real)
                return static_cast<std::uint32_t>(static_cast<std::int64_t>(position) >> bits);
            return static_cast<std::uint32_t>(position >> bits);
        };
        const auto bin = above(shift_);
        if constexpr (wrong == Wrong::never) return bin;
        if constexpr (wrong == Wrong::near_next)
            if (above(shift_ - 32) >= near_next_) {
                thresholds_.machine.look();
                if (bin + 1 <= last_bin_ && thresholds_[bin + 1] <= offset) return bin + 1;
            }
        return std::min(bin, max_bin_);
    }

  private:
    [[nodiscard]] Position position_of(Key distance) const noexcept {
        if constexpr (product == Product::bits_128)
            return static_cast<std::uint64_t>(UInt128{std::uint64_t{distance} << raise_} * multiplier_ >>
                                              64U) +
                   addend_;
        else
            return Position{static_cast<std::uint32_t>(distance)} * multiplier_ + addend_;
    }

    Thresholds<Key, Machine> thresholds_;
    Position multiplier_;
    Position addend_;
    std::uint32_t raise_;
    std::uint32_t shift_;
    std::uint32_t near_next_;
    std::uint32_t last_bin_;
    std::uint32_t max_bin_;
};

/// Mode multiply of samples in fixed point.
template <class S, class ByMultiply>
class ByFixedPoint {
  public:
    ByFixedPoint(const BinRule& rule, const ByMultiply& by) noexcept : fixed_(rule.fixed), by_(by) {}

    [[nodiscard]] std::uint32_t operator()(typename S::Bits bits, typename S::Key offset) const {
        return by_.at(fixed_.distance(bits), offset);
    }

  private:
    FixedPoint fixed_;
    ByMultiply by_;
};

/// Mode search.
template <class S, class Machine>
class BySearch {
    using Bits = typename S::Bits;
    using Key = typename S::Key;
    using Real = typename S::Real;
    using Grid = BinRule::Grid;

  public:
    BySearch(const BinRule& rule, const Thresholds<Key, Machine>& thresholds) noexcept
        : thresholds_(thresholds), last_bin_(rule.last_bin), grid_(rule.grid), grid_shift_(rule.grid_shift),
          grid_bits_(rule.grid_bits), lower_(static_cast<Real>(rule.lower)),
          scale_(static_cast<Real>(rule.scale)), last_cell_(static_cast<Real>(rule.cells) - 1),
          fixed_(rule.fixed), fixed_scale_(rule.fixed_scale), last_fixed_cell_(rule.cells - 1) {}

    [[nodiscard]] std::uint32_t operator()(Bits bits, Key offset) const {
        std::uint32_t bin = 0;
        std::uint32_t step = std::bit_floor(last_bin_);
        if (grid_ != Grid::none) {
            const auto at = last_bin_ + std::size_t{1} + grid_cell(bits, offset);
            const auto cell = static_cast<std::uint32_t>(thresholds_[at]);
            bin = cell & 0xFFFFFFU;
            step = (1U << (cell >> 24U)) >> 1U;
        }
        for (; step > 0; step >>= 1U) {
            const auto probe = std::min(bin + step, last_bin_);
            bin = thresholds_[probe] <= offset ? probe : bin;
            thresholds_.machine.iterate();
        }
        return bin;
    }

  private:
    [[nodiscard]] std::uint32_t grid_cell(Bits bits, Key offset) const {
        if (grid_ == Grid::offsets) return static_cast<std::uint32_t>(offset >> grid_shift_);
        if (grid_ == Grid::octaves) {
            constexpr auto key_bits = static_cast<std::uint32_t>(8 * sizeof(Key));
            const auto from_1 = static_cast<Key>(offset | 1U);
            const auto zeros = static_cast<std::uint32_t>(std::countl_zero(from_1));
            return ((key_bits - 2 - zeros) << grid_bits_) +
                   static_cast<std::uint32_t>(static_cast<Key>(from_1 << zeros) >>
                                              (key_bits - 1 - grid_bits_));
        }
        if (grid_ == Grid::fixed) return fixed_cell(fixed_, bits, fixed_scale_, last_fixed_cell_);
        if constexpr (S::has_line) {
            const Real distance = Machine::sum(S::value(bits), -lower_);
            return whole(clamped(Machine::product_and_sum(distance, scale_, Real{-0.0}), last_cell_));
        }
        thresholds_.machine.expect([] { return false; }, "a grid that this sample type has not");
        return 0;
    }

    Thresholds<Key, Machine> thresholds_;
    std::uint32_t last_bin_;
    Grid grid_;
    std::uint32_t grid_shift_;
    std::uint32_t grid_bits_;
    Real lower_;
    Real scale_;
    Real last_cell_;
    FixedPoint fixed_;
    std::uint32_t fixed_scale_;
    std::uint32_t last_fixed_cell_;
};

} // namespace histo_cl::detail
