#include "core/integers.hpp"
#include "problem/weights.hpp"
#include "reference/convert.hpp"
#include "reference/reference.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>
#include <optional>
#include <stdexcept>
#include <type_traits>

namespace histo_cl::reference {
namespace {

using detail::Int128;
using detail::UInt128;

template <class T>
T load(const std::byte* weights, std::size_t index) {
    T weight;
    std::memcpy(&weight, weights + index * sizeof(T), sizeof(T));
    return weight;
}

/// Counts elements without weights.
class Counts final : public Sums {
  public:
    explicit Counts(std::size_t counters) : counts_(counters) {}

    void add(std::span<const std::uint64_t> counters, const std::byte* /*weights*/) override {
        for (const auto counter : counters)
            if (counter != no_counter) ++counts_[counter];
    }
    [[nodiscard]] std::vector<std::uint64_t> result() const override { return counts_; }

  private:
    std::vector<std::uint64_t> counts_;
};

/// Sums of integer weights, and of their squares, modulo 2^64.
template <class T>
class WholeSums final : public Sums {
  public:
    WholeSums(std::size_t counters, std::size_t to_square) : sums_(counters), to_square_(to_square) {}

    void add(std::span<const std::uint64_t> counters, const std::byte* weights) override {
        using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
        for (std::size_t i = 0; i < counters.size(); ++i) {
            if (counters[i] == no_counter) continue;
            const Wide weight = load<T>(weights, i);
            sums_[counters[i]] += static_cast<std::uint64_t>(weight);
            if (to_square_ != 0)
                sums_[counters[i] + to_square_] += static_cast<std::uint64_t>(weight * weight);
        }
    }
    [[nodiscard]] std::vector<std::uint64_t> result() const override { return sums_; }

  private:
    std::vector<std::uint64_t> sums_;
    std::size_t to_square_; ///< distance from a sum to its sum of squares; 0: no squares
};

/// Returns magnitude · 2^exponent in units of 2^unit, rounded to nearest, ties to even. The result must be
/// below 2^128. The magnitude has at most 126 bits.
UInt128 in_units(UInt128 magnitude, int exponent, int unit) noexcept {
    if (magnitude == 0) return 0;
    if (exponent >= unit) return magnitude << static_cast<unsigned>(exponent - unit);
    const auto drop = static_cast<unsigned>(unit - exponent);
    if (drop > 126) return 0; // below half a unit
    const auto half = UInt128{1} << (drop - 1);
    const auto whole = magnitude >> drop;
    const auto rest = magnitude & (2 * half - 1);
    return rest > half || (rest == half && whole % 2 == 1) ? whole + 1 : whole;
}

/// Returns (n · 2^exponent)² in units of 2^unit, rounded like in_units().
UInt128 square_in_units(UInt128 n, int exponent, int unit) noexcept {
    if (n < UInt128{1} << 63U) return in_units(n * n, 2 * exponent, unit);
    std::array<std::uint64_t, 8> square{}; // digits of 32 bits, the lowest first
    const auto digit = [&](std::size_t i) { return static_cast<std::uint32_t>(n >> 32 * i); };
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j) {
            const auto product = std::uint64_t{digit(i)} * digit(j) + square[i + j];
            square[i + j] = product & 0xFFFF'FFFFU;
            square[i + j + 1] += product >> 32U;
        }
    const auto bit = [&](int i) {
        const auto at = static_cast<std::size_t>(i);
        return i >= 0 && i < 256 && (square[at / 32] >> at % 32 & 1U) != 0;
    };
    const int dropped = std::clamp(unit - 2 * exponent, 0, 256);
    UInt128 whole = 0;
    for (int i = 127; i >= 0; --i)
        whole = whole << 1U | (bit(dropped + i) ? 1U : 0U);
    bool rest = whole % 2 == 1; // ties to even
    for (int i = 0; i < dropped - 1; ++i)
        rest |= bit(i);
    if (bit(dropped - 1) && rest) ++whole;
    return whole << static_cast<unsigned>(std::max(2 * exponent - unit, 0));
}

int significant_bits(UInt128 n) noexcept {
    const auto high = static_cast<std::uint64_t>(n >> 64U);
    return static_cast<int>(high != 0 ? 64 + std::bit_width(high)
                                      : std::bit_width(static_cast<std::uint64_t>(n)));
}

/// Returns sum · 2^unit, rounded once to the nearest T (double or float), ties to even.
template <class T>
T rounded_to(Int128 sum, int unit) noexcept {
    using Limits = std::numeric_limits<T>;
    const auto magnitude = static_cast<UInt128>(sum < 0 ? -sum : sum);
    constexpr int min_place = Limits::min_exponent - Limits::digits; // exponent of a denormal's last bit
    const int place = std::max({unit, unit + significant_bits(magnitude) - Limits::digits, min_place});
    const T value = std::ldexp(static_cast<T>(in_units(magnitude, unit, place)), place);
    return sum < 0 ? -value : value;
}

/// A sum of float weights: the number of units that the finite weights add up to, and flags for NaN and
/// infinities.
struct WideSum {
    Int128 units = 0;
    bool nan = false;
    bool positive_infinity = false;
    bool negative_infinity = false;
    bool beyond_bound = false; ///< whether a weight beyond the bound was added

    /// The bits of the sum as a T (double or float).
    template <class T>
    [[nodiscard]] std::uint64_t bits(int unit) const noexcept {
        using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
        constexpr auto infinity = std::numeric_limits<T>::infinity();
        if (nan || (positive_infinity && negative_infinity))
            return sizeof(T) == 8 ? 0x7FF8'0000'0000'0000U : 0x7FC0'0000U;
        if (positive_infinity) return std::bit_cast<Bits>(infinity);
        if (negative_infinity) return std::bit_cast<Bits>(-infinity);
        return std::bit_cast<Bits>(rounded_to<T>(units, unit));
    }
};

/// Sums of float weights in fixed point. Each weight is rounded to a whole number of units, and these are
/// summed exactly. The unit is such that the sum of all weights stays below 2^94 units.
template <class T>
class RealSums final : public Sums {
  public:
    RealSums(const Problem& problem, std::size_t counters, std::size_t to_square, const Extent& extent)
        : problem_(problem), sums_(counters), to_square_(to_square), max_exponent_(extent.max_exponent) {
        if (problem.weights.narrow) { // a weight has 29 bits and a sign, for any number of elements
            unit_ = std::max(extent.max_exponent + 1 - 29, -120);
            return;
        }
        const int headroom = static_cast<int>(std::bit_width(extent.elements)) - 94;
        unit_ = extent.max_exponent + 1 + headroom;
        square_unit_ = 2 * (extent.max_exponent + 1) + headroom;
    }

    void add(std::span<const std::uint64_t> counters, const std::byte* weights) override {
        for (std::size_t i = 0; i < counters.size(); ++i) {
            if (counters[i] == no_counter) continue;
            const double weight = value_of(load<T>(weights, i));
            add_fraction_of(weight, counters[i], {1, 0});
            if (to_square_ != 0) add_square(sums_[counters[i] + to_square_], weight, {1, 0});
        }
    }

    void add_fraction(std::uint64_t counter, const Fraction& fraction, const std::byte* weight) override {
        const double value = weight == nullptr ? 1 : value_of(load<T>(weight, 0));
        add_fraction_of(value, counter, fraction);
        if (to_square_ != 0) add_square(sums_[counter + to_square_], value, fraction);
    }

    [[nodiscard]] std::vector<std::uint64_t> result() const override {
        std::vector<std::uint64_t> bits;
        bits.reserve(sums_.size());
        for (std::size_t i = 0; i < sums_.size(); ++i) {
            const int unit = holds_squares(i) ? square_unit_ : unit_;
            bits.push_back(sums_[i].beyond_bound ? detail::beyond_weight_bound(problem_.counter)
                           : problem_.counter == CounterType::f32 ? sums_[i].template bits<float>(unit)
                                                                  : sums_[i].template bits<double>(unit));
        }
        return bits;
    }

  private:
    [[nodiscard]] bool holds_squares(std::size_t counter) const noexcept {
        return to_square_ != 0 && counter / to_square_ % 2 == 1;
    }

    [[nodiscard]] bool is_beyond_bound(double weight) const noexcept {
        return problem_.weights.bound && std::isfinite(weight) && weight != 0 &&
               std::ilogb(weight) > max_exponent_;
    }

    /// The magnitude of a finite weight: mantissa · 2^exponent.
    struct Parts {
        std::uint64_t mantissa;
        int exponent;
    };
    static Parts parts(double weight) noexcept {
        int exponent = 0;
        const double fraction = std::frexp(std::fabs(weight), &exponent);
        return {static_cast<std::uint64_t>(std::ldexp(fraction, 53)), exponent - 53};
    }

    void add_fraction_of(double weight, std::uint64_t counter, const Fraction& fraction) {
        auto& sum = sums_[counter];
        if (is_beyond_bound(weight)) {
            sum.beyond_bound = true;
            return;
        }
        sum.nan |= std::isnan(weight);
        sum.positive_infinity |= std::isinf(weight) && weight > 0;
        sum.negative_infinity |= std::isinf(weight) && weight < 0;
        if (!std::isfinite(weight)) return;
        const auto [mantissa, exponent] = parts(weight);
        const auto units = static_cast<Int128>(
            in_units(UInt128{mantissa} * fraction.numerator, exponent - fraction.bits, unit_));
        sum.units += weight < 0 ? -units : units;
    }

    void add_square(WideSum& sum, double weight, const Fraction& fraction) const noexcept {
        sum.nan |= std::isnan(weight);
        sum.positive_infinity |= std::isinf(weight);
        if (!std::isfinite(weight) || is_beyond_bound(weight)) return;
        const auto [mantissa, exponent] = parts(weight);
        sum.units += static_cast<Int128>(
            square_in_units(UInt128{mantissa} * fraction.numerator, exponent - fraction.bits, square_unit_));
    }

    const Problem& problem_;
    std::vector<WideSum> sums_;
    std::size_t to_square_; ///< distance from a sum to its sum of squares; 0: no squares
    int max_exponent_;
    int unit_ = 0;
    int square_unit_ = 0;
};

/// Minima or maxima of weights, by comparing values. -0 is less than +0.
template <class T>
class Extremes final : public Sums {
  public:
    Extremes(const Problem& problem, std::size_t counters)
        : minimum_(problem.weights.accumulator == Accumulator::minimum), cells_(counters) {}

    void add(std::span<const std::uint64_t> counters, const std::byte* weights) override {
        for (std::size_t i = 0; i < counters.size(); ++i) {
            if (counters[i] == no_counter) continue;
            const auto weight = static_cast<Value>(value_of(load<T>(weights, i)));
            auto& cell = cells_[counters[i]];
            if (!cell || is_kept(weight, *cell)) cell = weight;
        }
    }

    [[nodiscard]] std::vector<std::uint64_t> result() const override {
        std::vector<std::uint64_t> bits;
        for (const auto& cell : cells_)
            bits.push_back(cell && *cell != *cell ? 0x7FF8'0000'0000'0000U
                                                  : std::bit_cast<std::uint64_t>(cell.value_or(empty())));
        return bits;
    }

  private:
    using Value = std::conditional_t<!std::integral<T>, double,
                                     std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;
    using Limits = std::numeric_limits<Value>;

    /// Whether a weight replaces the extreme so far.
    [[nodiscard]] bool is_kept(Value weight, Value extreme) const noexcept {
        if constexpr (std::is_floating_point_v<Value>) {
            if (std::isnan(weight) || std::isnan(extreme)) return std::isnan(weight);
            if (weight == 0 && extreme == 0) return std::signbit(weight) == minimum_;
        }
        return minimum_ ? weight < extreme : weight > extreme;
    }

    [[nodiscard]] Value empty() const noexcept {
        if constexpr (std::is_floating_point_v<Value>)
            return minimum_ ? Limits::infinity() : -Limits::infinity();
        else
            return minimum_ ? Limits::max() : Limits::min();
    }

    bool minimum_;
    std::vector<std::optional<Value>> cells_;
};

/// The exponent of the smallest normal number of a float type.
template <class T>
constexpr int min_exponent() noexcept {
    if constexpr (NarrowFloat<T>)
        return 1 - exponent_bias(sample_type_of<T>());
    else
        return std::numeric_limits<T>::min_exponent - 1;
}

template <class T>
int max_exponent(std::span<const std::uint64_t> counters, const std::byte* weights, int maximum) noexcept {
    for (std::size_t i = 0; i < counters.size(); ++i) {
        if (counters[i] == no_counter) continue;
        const double weight = value_of(load<T>(weights, i));
        if (weight != 0 && std::isfinite(weight)) maximum = std::max(maximum, std::ilogb(weight));
    }
    return maximum;
}

} // namespace

void Sums::add_fraction(std::uint64_t /*counter*/, const Fraction& /*fraction*/,
                        const std::byte* /*weight*/) {
    throw std::logic_error("only sums of floats have fractions of weights");
}

MaxExponent::MaxExponent(SampleType weights) : type_(weights) {
    with_sample_type(weights, [&]<class T>(std::type_identity<T> /*weight*/) {
        if constexpr (is_float(sample_type_of<T>())) value_ = min_exponent<T>();
    });
}

void MaxExponent::see(double weight) {
    value_ = std::max(value_, std::ilogb(weight));
}

void MaxExponent::see(std::span<const std::uint64_t> counters, const std::byte* weights) {
    with_sample_type(type_, [&]<class T>(std::type_identity<T> /*weight*/) {
        if constexpr (is_float(sample_type_of<T>())) value_ = max_exponent<T>(counters, weights, value_);
    });
}

std::unique_ptr<Sums> make_sums(const Problem& problem, const Extent& extent) {
    const auto counters = static_cast<std::size_t>(extent.histograms) * problem.counters();
    const auto to_square = static_cast<std::size_t>(problem.weights.squares ? problem.cells() : 0);
    if (!problem.weights.type && problem.splitting != Splitting::none)
        return std::make_unique<RealSums<float>>(problem, counters, to_square, extent);
    if (!problem.weights.type) return std::make_unique<Counts>(counters);
    return with_sample_type(
        *problem.weights.type, [&]<class T>(std::type_identity<T> /*weight*/) -> std::unique_ptr<Sums> {
            if constexpr (!detail::weight_type(sample_type_of<T>()))
                throw std::logic_error("weights of a type that they cannot have");
            else if (problem.weights.accumulator != Accumulator::sum)
                return std::make_unique<Extremes<T>>(problem, counters);
            else if constexpr (std::integral<T>)
                return std::make_unique<WholeSums<T>>(counters, to_square);
            else
                return std::make_unique<RealSums<T>>(problem, counters, to_square, extent);
        });
}

} // namespace histo_cl::reference
