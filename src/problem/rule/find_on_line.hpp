#pragma once

#include "problem/rule/find_by_offset.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

// Mode scale of kernels/bin/bin_line.cl: floats in nearly even bins. scale.cpp has the proof.

namespace histo_cl::detail {

/// The result of quick_bin_of() if the sample may be near an edge or out of range, so that bin_of() must
/// decide. Its name in kernels/engines/loops_cells.cl is AMBIGUOUS.
inline constexpr std::uint32_t ambiguous_cell = no_cell - 1;

template <class S, class Machine, BinRule::Line line, bool nonnegative>
class OnLine {
    using Bits = typename S::Bits;
    using Key = typename S::Key;
    using Real = typename S::Real;

  public:
    static constexpr bool can_be_ambiguous = true;

    OnLine(const BinRule& rule, const AxisRange<S>& range,
           const Thresholds<Key, Machine>& thresholds) noexcept
        : range_(range), thresholds_(thresholds), last_bin_(rule.last_bin), capped_(rule.capped),
          lower_(static_cast<Real>(rule.lower)), scale_(static_cast<Real>(rule.scale)),
          start_(static_cast<Real>(rule.start)), scale_low_(static_cast<Real>(rule.scale_low)),
          start_low_(static_cast<Real>(rule.start_low)), clear_(static_cast<Real>(rule.clear)),
          min_bits_(static_cast<Bits>(rule.min_bits)), span_(static_cast<Bits>(rule.span)),
          min_value_(static_cast<Real>(rule.min_value)), max_value_(static_cast<Real>(rule.max_value)) {}

    [[nodiscard]] std::uint32_t bin_of(Bits bits) const {
        const auto place = place_of(bits);
        return place.sure != 0 ? place.bin : cell_near(bits, place.edge);
    }

    [[nodiscard]] std::uint32_t quick_bin_of(Bits bits) const {
        const auto place = place_of(bits);
        return place.sure != 0 ? place.bin : ambiguous_cell;
    }

  private:
    struct Place {
        std::uint32_t bin;  ///< if `sure` is 1: the bin of the sample
        std::uint32_t edge; ///< if `sure` is 0: the edge that the sample may be near
        int sure;
    };

    // Conditions are ints, 0 or 1, combined by &, because compilers do not vectorize loops with branches, and
    // GCC does not vectorize loops with a bool in a struct.

    [[nodiscard]] int surely_in_range(Bits bits) const {
        if constexpr (nonnegative) return static_cast<Bits>(bits - min_bits_) <= span_ ? 1 : 0;
        const Real x = Machine::kept(S::value(bits));
        return (x >= min_value_ ? 1 : 0) & (x <= max_value_ ? 1 : 0);
    }

    [[nodiscard]] Place place_of(Bits bits) const {
        const int in_range = surely_in_range(bits);
        const auto last_bin = static_cast<Real>(last_bin_);
        if constexpr (line == BinRule::Line::exact) {
            const Real at = Machine::product_and_sum(S::value(bits), scale_, start_);
            thresholds_.machine.expect(
                [&] { return in_range == 0 || (at >= 0 && at < (capped_ ? 0x1p32F : last_bin + 1)); },
                "a position that is no bin");
            const auto bin = whole(clamped(at, last_bin));
            return {bin, bin, in_range};
        } else {
            constexpr auto rounding = static_cast<Real>(sizeof(Real) == 8 ? 0x1.8p52 : 0x1.8p23);
            const Real distance = Machine::sum(S::value(bits), -lower_);
            const Real at = clamped(Machine::product_and_sum(distance, scale_, start_), last_bin);
            const Real rounded = Machine::sum(at, rounding);
            const Real middle = Machine::sum(rounded, -rounding);
            const auto bin =
                static_cast<std::uint32_t>(std::bit_cast<Bits>(rounded) - std::bit_cast<Bits>(rounding));
            const Real from_middle = distance_from(middle, at, distance);
            const int clear = std::fabs(from_middle) < clear_ ? 1 : 0;
            return {bin, bin + (from_middle > 0 ? 1 : 0), clear & in_range};
        }
    }

    [[nodiscard]] Real distance_from(Real middle, Real at, Real distance) const {
        if constexpr (line == BinRule::Line::coarse)
            return Machine::sum(at, -middle);
        else
            return Machine::fine(distance, scale_, scale_low_, Machine::sum(start_, -middle), start_low_);
    }

    /// The cell of a sample near an edge, or out of range.
    [[nodiscard]] std::uint32_t cell_near(Bits bits, std::uint32_t edge) const {
        const Key key = S::key(bits);
        const Key offset = range_.offset(key);
        if (!range_.has(offset)) return range_.cell_outside(key);
        const auto bin = std::min(edge, last_bin_);
        if constexpr (line == BinRule::Line::exact) return bin;
        thresholds_.machine.look();
        const bool below = thresholds_[bin] > offset;
        thresholds_.machine.expect([&] { return bin > 0 || !below; }, "the first threshold is not 0");
        return below ? bin - 1 : bin;
    }

    AxisRange<S> range_;
    Thresholds<Key, Machine> thresholds_;
    std::uint32_t last_bin_;
    bool capped_;
    Real lower_;
    Real scale_;
    Real start_;
    Real scale_low_;
    Real start_low_;
    Real clear_;
    Bits min_bits_;
    Bits span_;
    Real min_value_;
    Real max_value_;
};

// Circular bins: kernels/bin/bin_circular.cl and kernels/bin/bin_circular_float.cl.

/// fold() of kernels/bin/bin_circular_float.cl: reduces a float modulo the period, by long division of the
/// bits.
template <class S, class Machine>
class Fold {
    using Bits = typename S::Bits;
    using Key = typename S::Key;

  public:
    Fold(std::uint64_t period, const Machine& machine) noexcept
        : period_(static_cast<Key>(period)), mantissa_(mantissa(period)), exponent_(exponent(period)),
          machine_(machine) {}

    /// The key of fmod(x, period).
    [[nodiscard]] Key key(Bits bits) const {
        const Key sign = bits & S::sign;
        Key magnitude = bits ^ sign;
        if (magnitude >= period_) {
            auto rest = mantissa(magnitude) % mantissa_;
            for (auto shift = exponent(magnitude) - exponent_; shift > 0;) {
                const auto step = std::min(shift, max_bits);
                machine_.expect([&] { return (rest << step) >> step == rest; },
                                "the long division loses bits");
                rest = (rest << step) % mantissa_;
                shift -= step;
                machine_.iterate();
            }
            magnitude = rest > 0 ? magnitude_of(rest) : 0;
        }
        return S::key(static_cast<Bits>(magnitude | sign));
    }

  private:
    static constexpr std::uint64_t leading = std::uint64_t{1} << S::mantissa_bits;
    /// Maximum number of bits by which a mantissa, with its leading 1, can be shifted within 64 bits.
    static constexpr std::uint32_t max_bits = 63 - S::mantissa_bits;

    // A magnitude is mantissa · 2^(exponent − 1) times the smallest denormal.

    [[nodiscard]] static std::uint64_t mantissa(std::uint64_t magnitude) noexcept {
        return (magnitude & (leading - 1)) | (magnitude >= leading ? leading : 0);
    }
    [[nodiscard]] static std::uint32_t exponent(std::uint64_t magnitude) noexcept {
        return std::max(static_cast<std::uint32_t>(magnitude >> S::mantissa_bits), 1U);
    }
    /// Converts back to a float; the leading 1 increments the exponent field.
    [[nodiscard]] Key magnitude_of(std::uint64_t rest) const noexcept {
        const auto up =
            std::min(static_cast<std::uint32_t>(std::countl_zero(rest)) - max_bits, exponent_ - 1);
        return static_cast<Key>((std::uint64_t{exponent_ - 1 - up} << S::mantissa_bits) + (rest << up));
    }

    Key period_;
    std::uint64_t mantissa_;
    std::uint32_t exponent_;
    [[no_unique_address]] Machine machine_;
};

/// Finds the cells of samples on a circle: every sample is in a bin, except NaN and infinities.
template <class S, class Machine, class BinAt>
class OnCircle {
    using Bits = typename S::Bits;
    using Key = typename S::Key;

  public:
    static constexpr bool can_be_ambiguous = false;

    OnCircle(const BinRule& rule, std::uint32_t bins, const AxisRange<S>& range, const BinAt& bin_at,
             const Machine& machine) noexcept
        : range_(range), bin_at_(bin_at), fold_(rule.period, machine), bins_(bins),
          period_(static_cast<Key>(rule.period)), turn_(static_cast<Key>(rule.turn)) {}

    [[nodiscard]] std::uint32_t bin_of(Bits bits) const {
        if constexpr (S::is_real) {
            if (!range_.is_number(S::key(bits))) return range_.nan_cell();
            const auto place = bin_at_(bits, range_.offset(fold_.key(bits)));
            return (place + static_cast<std::uint32_t>(turn_)) % bins_;
        } else {
            auto offset = static_cast<Key>(S::key(bits) % period_ + turn_);
            if (offset >= period_) offset = static_cast<Key>(offset - period_);
            return bin_at_(bits, offset);
        }
    }

    [[nodiscard]] std::uint32_t quick_bin_of(Bits bits) const { return bin_of(bits); }

  private:
    struct NoFold {
        NoFold(std::uint64_t /*period*/, const Machine& /*machine*/) noexcept {}
    };

    AxisRange<S> range_;
    BinAt bin_at_;
    [[no_unique_address]] std::conditional_t<S::is_real, Fold<S, Machine>, NoFold> fold_;
    std::uint32_t bins_;
    Key period_;
    Key turn_;
};

} // namespace histo_cl::detail
