#pragma once

#include "binning/bin_rule.hpp"
#include "random_problems.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <type_traits>
#include <vector>

// kernels/bin.cl once more in C++, expression by expression.

namespace histo_cl {

__extension__ using UInt128 = unsigned __int128;

inline constexpr std::uint32_t no_bin = 0xFFFFFFFF;

/// A device's arithmetic on floats: with denormals, or with each operand and result of an operation flushed
/// to zero; a product and a sum by themselves, or fused where the source allows it.
template <bool flushing, bool fusing>
struct Arithmetic {
    template <class T>
    static T kept(T x) {
        return flushing && std::fabs(x) < std::numeric_limits<T>::min() ? std::copysign(T{0}, x) : x;
    }
    template <class T>
    static T sum(T a, T b) {
        return kept(kept(a) + kept(b));
    }
    template <class T>
    static T fma(T a, T b, T c) {
        return kept(std::fma(kept(a), kept(b), kept(c)));
    }
    template <class T>
    static T product_and_sum(T a, T b, T c) {
        return fusing ? fma(a, b, c) : sum(kept(kept(a) * kept(b)), c);
    }
};
using Gradual = Arithmetic<false, false>;
using GradualFusing = Arithmetic<false, true>;
using Flushing = Arithmetic<true, false>;
using FlushingFusing = Arithmetic<true, true>;

/// bin_of of one axis, for all but custom bins. It fails the test case where the kernel's arithmetic would
/// wrap, or read past the thresholds.
template <class T, class Device = Gradual>
class BinModel {
  public:
    BinModel(const Problem& problem, std::size_t axis, const detail::BinRule& rule)
        : rule_(rule), out_of_range_(problem.out_of_range),
          bins_(static_cast<std::uint32_t>(bin_count(problem.axes[axis]))) {
        const auto fits = [](std::uint64_t value) { return value <= all_bits; };
        for (const auto value : {rule.first_key, rule.last_offset, rule.first_number, rule.last_number})
            REQUIRE(fits(value));
        REQUIRE(std::ranges::all_of(rule.thresholds, fits));
        thresholds_.reserve(rule.thresholds.size());
        for (const auto threshold : rule.thresholds)
            thresholds_.push_back(static_cast<Key>(threshold));
        // OpenCL takes a shift modulo the operand's width, so a shift that is as wide would go unnoticed.
        if (rule.mode == Mode::shift) REQUIRE(rule.shift < 8 * sizeof(Key));
        if (rule.mode == Mode::multiply) {
            const int bits = rule.product == Product::bits_32 ? 32 : 64;
            const auto last = static_cast<std::uint64_t>(rule.last_offset);
            const bool high = rule.product == Product::bits_128;
            REQUIRE(rule.shift < static_cast<std::uint32_t>(bits));
            if (rule.near_next > 0) REQUIRE(rule.shift >= 32U);
            REQUIRE((high ? (last << rule.raise) >> rule.raise : last & 0xFFFFFFFF) == last);
            const auto greatest = high ? (UInt128{last << rule.raise} * rule.multiplier >> 64U)
                                       : UInt128{last} * rule.multiplier;
            REQUIRE(static_cast<std::uint64_t>((greatest + rule.addend) >> bits) == 0U);
        }
        if (rule.period != 0 && !is_real<T>) REQUIRE(UInt128{2} * rule.period - 1 <= all_bits);
    }

    std::uint32_t operator()(T x) {
        iterations_ = 0;
        const Key key = key_of(x);
        if (rule_.period != 0 && is_real<T>) {
            if (!is_number(key)) return nan_cell();
            const auto offset = static_cast<Key>(fold(x) - static_cast<Key>(rule_.first_key));
            return static_cast<std::uint32_t>((bin_at(x, offset) + rule_.turn) % bins_);
        }
        if (rule_.period != 0) {
            auto offset = static_cast<Key>(key % rule_.period + rule_.turn);
            if (offset >= rule_.period) offset = static_cast<Key>(offset - rule_.period);
            return bin_at(x, offset);
        }
        if constexpr (std::is_floating_point_v<T>)
            if (rule_.mode == Mode::scale) return scaled(x);
        const auto offset = static_cast<Key>(key - static_cast<Key>(rule_.first_key));
        if (rule_.mode != Mode::none && offset <= rule_.last_offset) return bin_at(x, offset);
        return outside(key);
    }

    /// Of the loops for the last sample.
    [[nodiscard]] std::uint64_t iterations() const { return iterations_; }
    /// How many samples so far were compared with a threshold, other than in a search.
    [[nodiscard]] std::uint64_t looks() const { return looks_; }

  private:
    using Mode = detail::BinRule::Mode;
    using Grid = detail::BinRule::Grid;
    using Product = detail::BinRule::Product;
    using Key = std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t>;
    using Bits = std::conditional_t<
        sizeof(T) == 1, std::uint8_t,
        std::conditional_t<sizeof(T) == 2, std::uint16_t,
                           std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

    static constexpr Key all_bits = std::numeric_limits<Key>::max();
    static constexpr Key sign = Key{1} << (8 * sizeof(T) - 1);
    static constexpr int mantissa_bits = fraction_bits(sample_type_of<T>());

    static Key key_of_bits(Key bits) { return bits ^ ((bits & sign) != 0 ? sign | (sign - 1) : sign); }
    static Key key_of(T x) {
        const Key bits = std::bit_cast<Bits>(x);
        if (is_real<T>) return key_of_bits(bits);
        return std::is_signed_v<T> ? bits ^ sign : bits;
    }

    [[nodiscard]] bool is_number(Key key) const {
        return !is_real<T> ||
               static_cast<Key>(key - static_cast<Key>(rule_.first_number)) <= rule_.last_number;
    }
    [[nodiscard]] std::uint32_t outside(Key key) const {
        if (!is_number(key)) return nan_cell();
        return rule_.all_below || key < rule_.first_key ? outside(0, bins_) : outside(bins_ - 1, bins_ + 1);
    }
    [[nodiscard]] std::uint32_t outside(std::uint32_t clamped, std::uint32_t counted) const {
        if (out_of_range_ == OutOfRange::dropped) return no_bin;
        return out_of_range_ == OutOfRange::clamped ? clamped : counted;
    }
    [[nodiscard]] std::uint32_t nan_cell() const {
        return out_of_range_ == OutOfRange::counted ? bins_ + 2 : no_bin;
    }

    Key fold(T x) {
        const Key bits = std::bit_cast<Bits>(x);
        Key magnitude = bits & (sign - 1);
        if (magnitude >= rule_.period) {
            const std::uint64_t leading = std::uint64_t{1} << mantissa_bits;
            const auto whole = [&](std::uint64_t of) {
                return (of & (leading - 1)) | (of >= leading ? leading : 0);
            };
            const auto exponent = [](std::uint64_t of) {
                return std::max<std::uint64_t>(of >> mantissa_bits, 1);
            };
            const std::uint64_t divisor = whole(rule_.period);
            const std::uint64_t least = exponent(rule_.period);
            std::uint64_t rest = whole(magnitude) % divisor;
            for (std::uint64_t shift = exponent(magnitude) - least; shift > 0; ++iterations_) {
                const auto step = std::min<std::uint64_t>(shift, 63 - mantissa_bits);
                if ((rest << step) >> step != rest) FAIL("the long division loses bits");
                rest = (rest << step) % divisor;
                shift -= step;
            }
            magnitude = 0;
            if (rest > 0) {
                const auto room = static_cast<std::uint64_t>(std::countl_zero(rest) - (63 - mantissa_bits));
                const auto up = std::min<std::uint64_t>(room, least - 1);
                magnitude = static_cast<Key>(((least - 1 - up) << mantissa_bits) + (rest << up));
            }
        }
        return key_of_bits(magnitude | (bits & sign));
    }

    std::uint32_t bin_at(T x, Key offset) {
        switch (rule_.mode) {
        case Mode::shift: return capped(static_cast<std::uint32_t>(offset >> rule_.shift));
        case Mode::multiply: return multiplied(offset);
        case Mode::search: return searched(x, offset);
        case Mode::scale:
        case Mode::custom:
        case Mode::none: break;
        }
        FAIL("a mode that this sample type has not");
        return 0;
    }

    [[nodiscard]] std::uint32_t capped(std::uint32_t bin) const {
        return rule_.capped ? std::min(bin, rule_.last_bin) : bin;
    }

    std::uint32_t multiplied(std::uint64_t offset) {
        std::uint64_t position = offset * rule_.multiplier + rule_.addend;
        if (rule_.product == Product::bits_128)
            position =
                static_cast<std::uint64_t>((UInt128{offset << rule_.raise} * rule_.multiplier) >> 64U) +
                rule_.addend;
        const auto bin = static_cast<std::uint32_t>(position >> rule_.shift);
        if (rule_.near_next > 0 &&
            static_cast<std::uint32_t>(position >> (rule_.shift - 32)) >= rule_.near_next) {
            ++looks_;
            if (bin < rule_.last_bin && thresholds_.at(bin + 1) <= offset) return bin + 1;
        }
        return capped(bin);
    }

    std::uint32_t scaled(T x) {
        const auto constant = [](double value) {
            const auto rounded = static_cast<T>(value);
            if (rounded != value) FAIL("a constant that is no sample");
            return rounded;
        };
        const bool in_range =
            rule_.nonnegative
                ? static_cast<Key>(std::bit_cast<Bits>(x) - static_cast<Key>(rule_.least_bits)) <= rule_.span
                : Device::kept(x) >= constant(rule_.least) && Device::kept(x) <= constant(rule_.greatest);
        if (rule_.line == detail::BinRule::Line::exact) {
            const T at = Device::product_and_sum(x, constant(rule_.scale), constant(rule_.start));
            if (in_range && !(at >= 0 && at < 0x1p32)) FAIL("a position that is no bin");
            const auto bin = at >= 0 && at < 0x1p32 ? static_cast<std::uint32_t>(at) : 0;
            return in_range ? capped(bin) : near(x, bin);
        }
        const T distance = Device::sum(x, -constant(rule_.lower));
        const T position = Device::product_and_sum(distance, constant(rule_.scale), constant(rule_.start));
        const T at = std::fmin(std::fmax(position, T{0}), static_cast<T>(rule_.last_bin));
        const T rounding = std::ldexp(T{1.5}, std::numeric_limits<T>::digits - 1);
        const T rounded = Device::sum(at, rounding);
        const T middle = Device::sum(rounded, -rounding);
        const auto bin =
            static_cast<std::uint32_t>(std::bit_cast<Bits>(rounded) - std::bit_cast<Bits>(rounding));
        const T from_middle =
            rule_.line == detail::BinRule::Line::coarse
                ? Device::sum(at, -middle)
                : Device::sum(Device::fma(distance, constant(rule_.scale),
                                          Device::sum(constant(rule_.start), -middle)),
                              Device::fma(distance, constant(rule_.scale_low), constant(rule_.start_low)));
        if (in_range && std::fabs(from_middle) < constant(rule_.clear)) return bin;
        return near(x, bin + (from_middle > 0 ? 1 : 0));
    }

    [[nodiscard]] std::uint32_t near(T x, std::uint32_t edge) {
        const Key key = key_of(x);
        const auto offset = static_cast<Key>(key - static_cast<Key>(rule_.first_key));
        if (offset > rule_.last_offset) return outside(key);
        const auto bin = std::min(edge, rule_.last_bin);
        if (rule_.line == detail::BinRule::Line::exact) return bin;
        if (bin == 0 && thresholds_.at(0) != 0) FAIL("the first threshold is not 0");
        ++looks_;
        return thresholds_.at(bin) <= offset ? bin : bin - 1;
    }

    [[nodiscard]] std::uint32_t grid_cell(T x, Key offset) const {
        if (rule_.grid == Grid::offsets) return static_cast<std::uint32_t>(offset >> rule_.grid_shift);
        if (rule_.grid == Grid::octaves) {
            constexpr int bits = std::numeric_limits<Key>::digits;
            const Key from_1 = offset | 1U;
            const int zeros = std::countl_zero(from_1);
            const auto octave = static_cast<std::uint32_t>(bits - 2 - zeros) << rule_.grid_bits;
            return octave +
                   static_cast<std::uint32_t>(static_cast<Key>(from_1 << zeros) >>
                                              (static_cast<std::uint32_t>(bits) - 1 - rule_.grid_bits));
        }
        if constexpr (std::is_floating_point_v<T>) {
            const T distance = Device::sum(x, -static_cast<T>(rule_.lower));
            const T at = Device::product_and_sum(distance, static_cast<T>(rule_.scale), T{-0.0});
            return static_cast<std::uint32_t>(
                std::fmin(std::fmax(at, T{0}), static_cast<T>(rule_.cells - 1)));
        }
        FAIL("a grid that this sample type has not");
        return 0;
    }

    std::uint32_t searched(T x, Key offset) {
        std::uint32_t bin = 0;
        std::uint32_t step = std::bit_floor(rule_.last_bin);
        if (rule_.grid != Grid::none) {
            const auto cell =
                static_cast<std::uint32_t>(thresholds_.at(rule_.last_bin + 1 + grid_cell(x, offset)));
            bin = cell & 0xFFFFFFU;
            step = (1U << (cell >> 24U)) >> 1U;
        }
        for (; step > 0; step >>= 1U, ++iterations_) {
            const std::uint32_t probe = std::min(bin + step, rule_.last_bin);
            if (thresholds_.at(probe) <= offset) bin = probe;
        }
        return bin;
    }

    const detail::BinRule& rule_;
    OutOfRange out_of_range_;
    std::uint32_t bins_;
    std::vector<Key> thresholds_;
    std::uint64_t iterations_ = 0;
    std::uint64_t looks_ = 0;
};

} // namespace histo_cl
