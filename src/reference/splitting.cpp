#include "core/integers.hpp"
#include "reference/reference.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

// Computes the fractions of elements that are split, in the steps of docs/notes/splitting.md.

namespace histo_cl::reference {
namespace {

using detail::Int128;

constexpr Int128 one_bin = Int128{1} << 32;
constexpr Int128 limit = Int128{1} << 61;
constexpr Int128 half_width_limit = Int128{1} << 60;

/// The number n · 2^exponent.
struct Scaled {
    Int128 n;
    int exponent;
};

Scaled scaled(const ExactValue& finite) {
    if (const auto* const integer = std::get_if<Int128>(&finite)) return {*integer, 0};
    int exponent = 0;
    const double fraction = std::frexp(std::get<double>(finite), &exponent);
    return {static_cast<std::int64_t>(std::ldexp(fraction, 53)), exponent - 53};
}

ExactValue value_of_bound(const Number& bound) {
    switch (bound.kind()) {
    case Number::Kind::i64: return Int128{bound.i64()};
    case Number::Kind::u64: return Int128{bound.u64()};
    case Number::Kind::f64: break;
    }
    return bound.f64();
}

bool is_zero(const ExactValue& value) {
    return std::visit([](const auto& number) { return number == 0; }, value);
}

bool is_negative(const ExactValue& value) {
    return std::visit([](const auto& number) { return number < 0; }, value);
}

bool is_nan(const ExactValue& value) {
    const auto* const real = std::get_if<double>(&value);
    return real != nullptr && std::isnan(*real);
}

bool is_infinite(const ExactValue& value) {
    const auto* const real = std::get_if<double>(&value);
    return real != nullptr && std::isinf(*real);
}

/// Returns the exponent e with 2^e <= |value| < 2^(e + 1), for a finite value other than 0.
int exponent_of(const ExactValue& value) {
    auto [n, exponent] = scaled(value);
    if (n < 0) n = -n;
    while (n > 1) {
        n >>= 1;
        ++exponent;
    }
    return exponent;
}

/// Returns a value in units of 2^unit, rounded down and clamped to ±limit. |n| of a scaled value is at most
/// 2^64.
Int128 whole_units(const ExactValue& value, int unit) {
    if (is_infinite(value)) return is_negative(value) ? -limit : limit;
    const auto [n, exponent] = scaled(value);
    const int shift = exponent - unit;
    if (shift < 0) return std::clamp(n >> std::min(-shift, 127), -limit, limit);
    return n == 0 ? n : std::clamp(n << std::min(shift, 62), -limit, limit);
}

/// The interval of an element: its begin and its length, both in units of 2^-32 of a bin.
struct Interval {
    Int128 begin;
    Int128 length;
};

/// Steps 1 to 3: computes an interval from a sample x and its half width.
class Scale {
  public:
    explicit Scale(const EvenBins& bins) {
        const auto lower = value_of_bound(bins.lower);
        const auto upper = value_of_bound(bins.upper);
        const int e = is_zero(lower)   ? exponent_of(upper)
                      : is_zero(upper) ? exponent_of(lower)
                                       : std::max(exponent_of(lower), exponent_of(upper));
        unit_ = e - 52;
        lower_ = whole_units(lower, unit_);
        const Int128 range = whole_units(upper, unit_) - lower_;
        const auto s = [&](int k) { return ((bins.count * one_bin << k) + range - 1) / range; };
        while (s(k_ + 1) < Int128{1} << 64)
            ++k_;
        s_ = s(k_);
    }

    /// x must not be NaN. The half width must be finite and not negative.
    [[nodiscard]] Interval interval(const ExactValue& x, const ExactValue& half_width) const {
        const Int128 d = std::min(whole_units(half_width, unit_), half_width_limit);
        return around(position(x), std::min(distance(d), half_width_limit));
    }
    /// The interval around x that is as wide as one bin.
    [[nodiscard]] Interval one_wide(const ExactValue& x) const { return around(position(x), one_bin / 2); }

  private:
    static Interval around(Int128 p, Int128 w) {
        if (w == 0) return {p, 1};
        return {p - w, 2 * w};
    }

    [[nodiscard]] Int128 position(const ExactValue& x) const {
        const Int128 t = whole_units(x, unit_) - lower_;
        return t < 0 ? -1 - distance(-1 - t) : distance(t);
    }

    /// Converts a distance of t >= 0 units to units of 2^-32 of a bin. t · s is below 2^126.
    [[nodiscard]] Int128 distance(Int128 t) const { return std::min(t * s_ >> k_, limit); }

    int unit_ = 0;
    Int128 lower_ = 0;
    Int128 s_ = 0; ///< S · 2^k
    int k_ = 0;
};

/// Step 4: the share of an interval that is below an edge, in units of 2^-m.
class ShareBelow {
  public:
    ShareBelow(const Interval& interval, int m) : interval_(interval), length_(interval.length), m_(m) {
        while (length_ >= Int128{1} << 39) {
            length_ >>= 1;
            ++shift_;
        }
    }

    [[nodiscard]] Int128 operator()(std::uint32_t edge) const {
        const Int128 overlap =
            std::clamp(edge * one_bin - interval_.begin, Int128{0}, interval_.length) >> shift_;
        return (2 * (overlap << m_) + length_) / (2 * length_);
    }

  private:
    Interval interval_;
    Int128 length_;
    int shift_ = 0;
    int m_;
};

} // namespace

/// Divides elements among the cells of one axis. The numerator of a part is in units of 2^-m.
class Splitter::Axis {
  public:
    Axis(const EvenBins& bins, OutOfRange policy, int m)
        : bins_(bins.count), policy_(policy), m_(m), scale_(bins) {}

    /// `half_width`: null if elements are one bin wide.
    [[nodiscard]] Parts operator()(const ExactValue& x, const ExactValue* half_width) const {
        if (is_nan(x)) return of_nan();
        if (half_width == nullptr) return divided(scale_.one_wide(x));
        if (is_nan(*half_width) || is_infinite(*half_width) || is_negative(*half_width)) return of_nan();
        return divided(scale_.interval(x, *half_width));
    }

  private:
    [[nodiscard]] Parts of_nan() const {
        Parts parts{.counted = policy_ == OutOfRange::counted};
        if (parts.counted) add(parts, bins_ + 2, whole());
        return parts;
    }

    /// Step 5 of the definition: divides an interval into parts.
    [[nodiscard]] Parts divided(const Interval& interval) const {
        const Int128 end = interval.begin + interval.length;
        Parts parts{.counted =
                        policy_ != OutOfRange::dropped || (end > 0 && interval.begin < bins_ * one_bin)};
        const ShareBelow below(interval, m_);
        const auto share_below = [&](std::uint32_t edge) {
            if (policy_ == OutOfRange::clamped && edge == 0) return Int128{0};
            if (policy_ == OutOfRange::clamped && edge == bins_) return whole();
            return below(edge);
        };
        // Only bins `first` to `last` have a part.
        const auto first = bin_at(interval.begin);
        const auto last = bin_at(end - 1);
        for (auto bin = first; bin <= last; ++bin)
            add(parts, bin, share_below(bin + 1) - share_below(bin));
        if (policy_ == OutOfRange::counted) {
            add(parts, bins_, below(0));
            add(parts, bins_ + 1, whole() - below(bins_));
        }
        return parts;
    }

    /// The bin at a position, or the nearest bin.
    [[nodiscard]] std::uint32_t bin_at(Int128 position) const {
        return static_cast<std::uint32_t>(std::clamp(position >> 32, Int128{0}, Int128{bins_} - 1));
    }

    [[nodiscard]] Int128 whole() const { return Int128{1} << m_; }

    void add(Parts& parts, std::uint32_t cell, Int128 share) const {
        if (share != 0) parts.parts.push_back({cell, {static_cast<std::uint64_t>(share), m_}});
    }

    std::uint32_t bins_;
    OutOfRange policy_;
    int m_;
    Scale scale_;
};

Splitter::Splitter(const Problem& problem)
    : joint_(problem.joint), has_half_widths_(problem.splitting == Splitting::interval) {
    const auto axes = problem.axes.size() / (has_half_widths_ ? 2 : 1);
    for (std::size_t axis = 0; axis < axes; ++axis) {
        axes_.emplace_back(std::get<EvenBins>(problem.axes[axis]), problem.out_of_range,
                           joint_ && axes == 3 ? 21 : 24);
        extents_.push_back(problem.extent(axis));
    }
}

Splitter::~Splitter() = default;

Parts Splitter::operator()(std::span<const ExactValue> samples) const {
    Parts all{.counted = joint_};
    if (joint_) all.parts.push_back({0, {1, 0}});
    std::uint64_t first = 0;
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        const auto* const half_width = has_half_widths_ ? &samples[axes_.size() + axis] : nullptr;
        auto of_axis = axes_[axis](samples[axis], half_width);
        if (joint_) {
            all = product(all, of_axis, extents_[axis]);
            continue;
        }
        all.counted |= of_axis.counted;
        for (auto& part : of_axis.parts)
            all.parts.push_back({first + part.cell, part.fraction});
        first += extents_[axis];
    }
    return all;
}

/// Extends the parts of an element by one more axis of a joint histogram, which has `extent` cells.
Parts Splitter::product(const Parts& before, const Parts& of_axis, std::uint64_t extent) {
    Parts product{.counted = before.counted && of_axis.counted};
    for (const auto& [row, a] : before.parts)
        for (const auto& [cell, b] : of_axis.parts)
            product.parts.push_back({row * extent + cell, {a.numerator * b.numerator, a.bits + b.bits}});
    return product;
}

} // namespace histo_cl::reference
