#pragma once

#include "core/c_math.hpp"
#include "problem/rule/cells.hpp"
#include "problem/rule/find_bin.hpp"
#include "random_problems.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <type_traits>

// Runs problem/rule/find_bin.hpp with the arithmetic of devices, and counts events.

namespace histo_cl {

/// The events that BinModel counts.
struct Watched {
    std::uint64_t iterations = 0; ///< number of loop iterations for the last sample
    std::uint64_t looks = 0; ///< number of samples that were compared with a threshold, except in searches
};

/// A device's arithmetic on floats. With `flushing`, denormal operands and results are flushed to zero. With
/// `fusing`, a product and a sum are fused where the source allows it.
template <bool flushing, bool fusing>
struct Device {
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
        return kept(detail::fused(kept(a), kept(b), kept(c)));
    }
    template <class T>
    static T product_and_sum(T a, T b, T c) {
        return fusing ? fma(a, b, c) : sum(kept(kept(a) * kept(b)), c);
    }
    static float fine(float a, float b, float b_low, float c, float c_low) {
        return sum(fma(a, b, c), fma(a, b_low, c_low));
    }

    void iterate() const { ++watched->iterations; }
    void look() const { ++watched->looks; }
    template <class Holds>
    static void expect(const Holds& holds, const char* otherwise) {
        if (!holds()) FAIL(otherwise);
    }

    Watched* watched;
};
using Gradual = Device<false, false>;
using GradualFusing = Device<false, true>;
using Flushing = Device<true, false>;
using FlushingFusing = Device<true, true>;

/// The arithmetic of the calling thread.
struct WatchedHost : detail::Host {
    void iterate() const { ++watched->iterations; }
    void look() const { ++watched->looks; }
    template <class Holds>
    static void expect(const Holds& holds, const char* otherwise) {
        Gradual::expect(holds, otherwise);
    }

    Watched* watched;
};

template <class T>
using SamplesOf = detail::Samples<sample_type_of<T>()>;

/// Fails if the kernel's constants do not fit their types, or if the kernel's arithmetic wraps.
template <class S>
void check_fits(const detail::BinRule& rule) {
    using Key = typename S::Key;
    using Real = typename S::Real;
    using Mode = detail::BinRule::Mode;
    using Product = detail::BinRule::Product;
    constexpr auto all_bits = std::numeric_limits<Key>::max();
    const auto fits = [](std::uint64_t value) { return value <= all_bits; };
    for (const auto value : {rule.first_key, rule.last_offset, rule.first_number, rule.last_number})
        REQUIRE(fits(value));
    REQUIRE(std::ranges::all_of(rule.thresholds, fits));
    // OpenCL computes shift counts modulo the operand's width, so a shift by the whole width would go
    // unnoticed.
    if (rule.mode == Mode::shift) REQUIRE(rule.shift < 8 * sizeof(Key));
    if (rule.mode == Mode::multiply) {
        const int bits = rule.product == Product::bits_32 ? 32 : 64;
        const auto last =
            rule.fixed.bits == 0
                ? rule.last_offset
                : rule.fixed.distance(detail::FixedPoint::sample(rule.first_key + rule.last_offset));
        const bool high = rule.product == Product::bits_128;
        REQUIRE(rule.shift < static_cast<std::uint32_t>(bits));
        if (rule.near_next > 0) REQUIRE(rule.shift >= 32U);
        REQUIRE((high ? (last << rule.raise) >> rule.raise : last & 0xFFFFFFFF) == last);
        const auto last_product = high ? (detail::UInt128{last << rule.raise} * rule.multiplier >> 64U)
                                       : detail::UInt128{last} * rule.multiplier;
        // With fixed point, the addend and the position are signed.
        const bool has_sign = rule.fixed.bits != 0;
        const auto addend =
            has_sign ? detail::Int128{static_cast<std::int64_t>(rule.addend)} : detail::Int128{rule.addend};
        const auto position = static_cast<detail::Int128>(last_product) + addend;
        REQUIRE(static_cast<std::uint64_t>(position >> (has_sign ? 63 : bits)) == 0U);
    }
    if (rule.mode == Mode::scale || rule.grid == detail::BinRule::Grid::line)
        for (const double value : {rule.lower, rule.scale, rule.start, rule.scale_low, rule.start_low,
                                   rule.clear, rule.min_value, rule.max_value})
            REQUIRE(static_cast<double>(static_cast<Real>(value)) == value);
    if (rule.line == detail::BinRule::Line::fine) REQUIRE(sizeof(Real) == sizeof(float));
    if (rule.period != 0 && !S::is_real) REQUIRE(detail::UInt128{2} * rule.period - 1 <= all_bits);
}

/// Like the kernels' bin_of for one axis, except for custom bins. Fails the test case if a kernel's behaviour
/// would be undefined.
template <class T, class Machine = Gradual>
class BinModel {
    using S = SamplesOf<T>;

  public:
    BinModel(const Problem& problem, std::size_t axis, const detail::BinRule& rule)
        : finder_(rule, problem, axis, machine()) {
        check_fits<S>(rule);
    }
    BinModel(const BinModel&) = delete;
    BinModel& operator=(const BinModel&) = delete;
    ~BinModel() = default;

    std::uint32_t operator()(T x) {
        watched_.iterations = 0;
        return finder_.with_bins(
            [bits = std::bit_cast<typename S::Bits>(x)](const auto& bins) { return bins.bin_of(bits); });
    }

    [[nodiscard]] const Watched& watched() const { return watched_; }

  private:
    Machine machine() {
        Machine machine{};
        machine.watched = &watched_;
        return machine;
    }

    Watched watched_;
    detail::BinFinder<S, Machine> finder_;
};

} // namespace histo_cl
