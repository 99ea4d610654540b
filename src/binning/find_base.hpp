#pragma once

#include "binning/bin_rule.hpp"
#include "problem/outside_cells.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

// What the ways to a bin share; see find_bin.hpp.

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The machine that runs the rule: how it computes with floats, and what it reports. The host reports
/// nothing. Tests have devices that flush denormals to zero, or fuse a product and a sum, and that are
/// watched.
struct Host {
    /// What the machine takes an operand for.
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
    /// a · (b + b_low) + (c + c_low) in double, rounded. Devices take two fma and a sum; a host without such
    /// an instruction would call a slow function.
    static float fine(float a, float b, float b_low, float c, float c_low) noexcept {
        return static_cast<float>(double{a} * (double{b} + double{b_low}) + (double{c} + double{c_low}));
    }

    /// One iteration of a loop.
    static void iterate() noexcept {}
    /// A sample is compared with a threshold, other than in a search.
    static void look() noexcept {}
    /// What a kernel relies on: holds() is true.
    template <class Holds>
    static void expect(const Holds& /*holds*/, const char* /*otherwise*/) noexcept {}
};

/// The thresholds of an axis, and the cells of its grid after them.
template <class Key, class Machine>
struct Thresholds {
    [[nodiscard]] Key operator[](std::size_t i) const {
        machine.expect([&] { return i < keys.size(); }, "a threshold that is not there");
        return keys[i];
    }

    std::span<const Key> keys;
    [[no_unique_address]] Machine machine;
};

/// The samples in range, and the cells of all others.
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

    /// Of a sample that is in no bin.
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

/// at within 0 … most; NaN is 0.
template <class T>
[[nodiscard]] T clamped(T at, T most) noexcept {
    at = at > 0 ? at : T{0};
    return at < most ? at : most;
}

/// Without its fraction. Of clamped positions, so through int, which CPUs convert to without a detour.
template <class T>
[[nodiscard]] std::uint32_t whole(T at) noexcept {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(at));
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
