#pragma once

#include "bin_rule.hpp"
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
/// to zero.
struct Gradual {
    template <class T>
    static T kept(T x) {
        return x;
    }
};
struct Flushing {
    template <class T>
    static T kept(T x) {
        return std::fabs(x) < std::numeric_limits<T>::min() ? std::copysign(T{0}, x) : x;
    }
};

/// bin_of of one axis, for all but custom bins. It fails the test case where the kernel's arithmetic would
/// wrap, or read past the thresholds.
template <class T, class Arithmetic = Gradual>
class BinModel {
  public:
    BinModel(const Problem& problem, std::size_t axis, const detail::Indexing& rule)
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
        if (rule.mode == Mode::multiply && rule.shift < 64) {
            const UInt128 most = UInt128{rule.last_offset} * rule.multiplier + rule.addend_low;
            REQUIRE(rule.last_offset <= std::numeric_limits<std::uint32_t>::max());
            REQUIRE(most <= std::numeric_limits<std::uint64_t>::max());
            REQUIRE(rule.addend_high == 0);
        }
        if (rule.period != 0 && !is_real<T>) REQUIRE(UInt128{2} * rule.period - 1 <= all_bits);
    }

    std::uint32_t operator()(T x) {
        iterations_ = 0;
        const Key key = key_of(x);
        const bool number =
            !is_real<T> || static_cast<Key>(key - static_cast<Key>(rule_.first_number)) <= rule_.last_number;
        if (rule_.period != 0 && is_real<T>) {
            if (!number) return nan_cell();
            const auto offset = static_cast<Key>(fold(x) - static_cast<Key>(rule_.first_key));
            return static_cast<std::uint32_t>((bin_at(x, offset) + rule_.turn) % bins_);
        }
        if (rule_.period != 0) {
            auto offset = static_cast<Key>(key % rule_.period + rule_.turn);
            if (offset >= rule_.period) offset = static_cast<Key>(offset - rule_.period);
            return bin_at(x, offset);
        }
        const auto offset = static_cast<Key>(key - static_cast<Key>(rule_.first_key));
        if (rule_.mode != Mode::none && offset <= rule_.last_offset) return bin_at(x, offset);
        if (!number) return nan_cell();
        return rule_.all_below || key < rule_.first_key ? outside(0, bins_) : outside(bins_ - 1, bins_ + 1);
    }

    /// Of the loops for the last sample.
    [[nodiscard]] std::uint64_t iterations() const { return iterations_; }

  private:
    using Mode = detail::Indexing::Mode;
    using Key = std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t>;
    using Bits = std::conditional_t<
        sizeof(T) == 1, std::uint8_t,
        std::conditional_t<sizeof(T) == 2, std::uint16_t,
                           std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

    static constexpr Key all_bits = std::numeric_limits<Key>::max();
    static constexpr Key sign = Key{1} << (8 * sizeof(T) - 1);
    static constexpr int mantissa_bits = sizeof(T) == 2 ? 10 : sizeof(T) == 4 ? 23 : 52;

    static Key key_of_bits(Key bits) { return bits ^ ((bits & sign) != 0 ? sign | (sign - 1) : sign); }
    static Key key_of(T x) {
        const Key bits = std::bit_cast<Bits>(x);
        if (is_real<T>) return key_of_bits(bits);
        return std::is_signed_v<T> ? bits ^ sign : bits;
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
        case Mode::multiply: return rule_.shift < 64 ? multiplied(offset) : multiplied_wide(offset);
        case Mode::scale:
            if constexpr (std::is_floating_point_v<T>) return scaled(x, offset);
            break;
        case Mode::search: return searched(offset);
        case Mode::custom:
        case Mode::none: break;
        }
        FAIL("a mode that this sample type has not");
        return 0;
    }

    [[nodiscard]] std::uint32_t capped(std::uint32_t bin) const {
        return rule_.capped ? std::min(bin, rule_.last_bin) : bin;
    }

    std::uint32_t next_if(bool near_next, std::uint32_t bin, Key offset) const {
        if (near_next && bin < rule_.last_bin && thresholds_.at(bin + 1) <= offset) return bin + 1;
        return capped(bin);
    }

    std::uint32_t multiplied(Key offset) const {
        const std::uint64_t narrow = static_cast<std::uint32_t>(offset);
        const std::uint64_t position = narrow * rule_.multiplier + rule_.addend_low;
        const auto bin = static_cast<std::uint32_t>(position >> rule_.shift);
        const std::uint64_t rest = (std::uint64_t{1} << rule_.shift) - 1;
        return next_if(((position & rest) + narrow + 1) >> rule_.shift != 0, bin, offset);
    }

    std::uint32_t multiplied_wide(std::uint64_t offset) const {
        const std::uint32_t shift = rule_.shift - 64;
        const std::uint64_t product = offset * rule_.multiplier;
        const std::uint64_t low = product + rule_.addend_low;
        const auto product_high = static_cast<std::uint64_t>((UInt128{offset} * rule_.multiplier) >> 64U);
        const std::uint64_t high = product_high + rule_.addend_high + (low < product ? 1 : 0);
        const std::uint64_t rest = (std::uint64_t{1} << shift) - 1;
        const auto bin = static_cast<std::uint32_t>(high >> shift);
        return next_if((high & rest) == rest && low >= ~offset, bin, static_cast<Key>(offset));
    }

    std::uint32_t scaled(T x, Key offset) const {
        const auto kept = [](T value) { return Arithmetic::kept(value); };
        const auto constant = [&](double value) { return kept(static_cast<T>(value)); };
        const T position = kept(kept(kept(x) - constant(rule_.lower)) * constant(rule_.scale));
        if (!(position >= 0)) FAIL("a position below the first bin");
        const T whole = std::floor(position);
        const T part = kept(position - whole);
        const T margin =
            kept(kept(position * constant(rule_.relative_margin)) + constant(rule_.absolute_margin));
        std::uint32_t bin = std::min(static_cast<std::uint32_t>(whole), rule_.last_bin);
        if (part < margin || part > 1 - margin) {
            if (thresholds_.at(bin) > offset) --bin;
            if (bin < rule_.last_bin && thresholds_.at(bin + 1) <= offset) ++bin;
        }
        return bin;
    }

    std::uint32_t searched(Key offset) {
        std::uint32_t bin = 0;
        for (std::uint32_t step = std::bit_floor(rule_.last_bin); step > 0; step >>= 1U, ++iterations_) {
            const std::uint32_t probe = bin + step;
            if (probe <= rule_.last_bin && thresholds_.at(probe) <= offset) bin = probe;
        }
        return bin;
    }

    const detail::Indexing& rule_;
    OutOfRange out_of_range_;
    std::uint32_t bins_;
    std::vector<Key> thresholds_;
    std::uint64_t iterations_ = 0;
};

} // namespace histo_cl
