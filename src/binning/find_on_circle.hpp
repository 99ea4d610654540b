#pragma once

#include "binning/find_base.hpp"

#include <algorithm>
#include <bit>

// Circular bins: kernels/bin_circular.cl and kernels/bin_circular_float.cl.

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// fold(): a float without whole periods, by long division of the bits.
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
                const auto step = std::min(shift, most_bits);
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
    /// What a mantissa can be shifted by within 64 bits, the leading 1 included.
    static constexpr std::uint32_t most_bits = 63 - S::mantissa_bits;

    // A magnitude is its mantissa times 2^(exponent − 1) of the least denormal.

    [[nodiscard]] static std::uint64_t mantissa(std::uint64_t magnitude) noexcept {
        return (magnitude & (leading - 1)) | (magnitude >= leading ? leading : 0);
    }
    [[nodiscard]] static std::uint32_t exponent(std::uint64_t magnitude) noexcept {
        return std::max(static_cast<std::uint32_t>(magnitude >> S::mantissa_bits), 1U);
    }
    /// As a float again; a leading 1 counts into the exponent.
    [[nodiscard]] Key magnitude_of(std::uint64_t rest) const noexcept {
        const auto up =
            std::min(static_cast<std::uint32_t>(std::countl_zero(rest)) - most_bits, exponent_ - 1);
        return static_cast<Key>((std::uint64_t{exponent_ - 1 - up} << S::mantissa_bits) + (rest << up));
    }

    Key period_;
    std::uint64_t mantissa_;
    std::uint32_t exponent_;
    [[no_unique_address]] Machine machine_;
};

/// The cells of samples on a circle, of which each is in a bin but NaN.
template <class S, class Machine, class BinAt>
class OnCircle {
    using Bits = typename S::Bits;
    using Key = typename S::Key;

  public:
    static constexpr bool can_be_unsure = false;

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

} // namespace histo_cl::inline HISTO_CL_ABI::detail
