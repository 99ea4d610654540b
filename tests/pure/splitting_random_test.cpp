#include "reference/reference.hpp"
#include "split_problems.hpp"
#include "support/random.hpp"

#include <histo_cl/histo_cl.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

// Fractions of random elements that are split: they add up to 1, and are near the fractions that real
// numbers would give.

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

/// A random axis, and an element's sample and half width on it.
struct SplitCase {
    EvenBins bins = even_bins(1, 0, 1);
    double x = 0;
    std::optional<double> d = {}; ///< empty for linear splitting

    [[nodiscard]] double lower() const { return bins.lower.f64(); }
    [[nodiscard]] double upper() const { return bins.upper.f64(); }
    /// The unit in the definition (docs/notes/splitting.md).
    [[nodiscard]] double unit() const {
        return std::ldexp(1.0, std::ilogb(std::max(std::fabs(lower()), std::fabs(upper()))) - 52);
    }
};

EvenBins random_split_bins(Random& random) {
    const auto count =
        static_cast<std::uint32_t>(random.one_in(8) ? random.between(41, 2000) : random.between(1, 40));
    const auto between = [&](double lower, double upper) { return even_bins(count, lower, upper); };
    const double scale = std::ldexp(random.real(1, 2), static_cast<int>(random.whole(-900, 900)));
    const double near = random.real(-10, 10);
    switch (random.below(6)) {
    case 0: return between(0, count);
    case 1: return between(near, near + random.real(0.01, 20));
    case 2: return between(1e9, 1e9 + random.real(1e-3, 1e3));
    case 3: return between(-scale * random.unit(), scale);
    case 4: return between(-scale, -scale * random.real(0, 0.9));
    default: return between(0x1p52, 0x1p52 + static_cast<double>(random.between(count, 2 * count)));
    }
}

/// A case in which neither samples nor distances are limited: they are below 2^61 units and 2^29 bins.
SplitCase random_split(Random& random) {
    SplitCase made{.bins = random_split_bins(random)};
    const double range = made.upper() - made.lower();
    const double bin = range / made.bins.count;
    const double largest = std::min(0x1p28 * bin, 0x1p60 * made.unit());
    const auto limited = [&](double value) { return std::clamp(value, -largest, largest); };
    switch (random.below(6)) {
    case 0: made.x = made.lower() + bin * static_cast<double>(random.below(made.bins.count + 1)); break;
    case 1: made.x = made.lower() + limited(range * random.real(-200, 200)); break;
    default: made.x = made.lower() + range * random.real(-0.5, 1.5);
    }
    if (random.one_in(3)) return made;
    const std::array widths{0.0,
                            bin * random.unit(),
                            bin * random.real(0, 10),
                            range * random.real(0, 5),
                            range * random.real(0, 200),
                            std::ldexp(range, -static_cast<int>(random.below(60)))};
    made.d = limited(random.pick(widths));
    return made;
}

reference::Parts parts_of(const std::vector<SplitCase>& axes, bool is_joint, OutOfRange policy) {
    const bool has_widths = axes.front().d.has_value();
    std::vector<Binning> bins;
    std::vector<reference::ExactValue> samples;
    for (const auto& axis : axes)
        bins.emplace_back(axis.bins);
    for (const auto& axis : axes)
        samples.emplace_back(axis.x);
    for (const auto& axis : axes)
        if (has_widths) samples.emplace_back(*axis.d);
    auto problem = has_widths ? interval(bins, policy) : linear(bins, policy);
    problem.joint = is_joint;
    problem.validate();
    return reference::Splitter(problem)(samples);
}

/// The numerator of each cell's fraction.
std::vector<std::uint64_t> numerators(const reference::Parts& parts, std::size_t cells) {
    std::vector<std::uint64_t> all(cells);
    for (const auto& [cell, fraction] : parts.parts)
        all[cell] += fraction.numerator;
    return all;
}

/// The numerators of an element's fractions on one axis.
std::vector<std::uint64_t> shares_of(const SplitCase& axis, OutOfRange policy) {
    return numerators(parts_of({axis}, false, policy),
                      axis.bins.count + (policy == OutOfRange::counted ? 3 : 0));
}

/// The interval of an element in real numbers. Positions are numbers of bins from the lower bound.
struct RealInterval {
    long double begin;
    long double end;
    long double error; ///< maximum distance between an end in the definition and the real end

    explicit RealInterval(const SplitCase& axis) {
        const long double lower = axis.lower();
        const long double upper = axis.upper();
        const long double count = axis.bins.count;
        const long double position = (axis.x - lower) / (upper - lower) * count;
        const long double half_width = axis.d ? *axis.d / (upper - lower) * count : 0.5L;
        begin = position - half_width;
        end = position + half_width;
        // n, R, S, t, w and l are those of the definition. R, the range in units, is at least n, and less
        // than the real range by at most one unit. If the bounds are whole units, R is exact. Let s be the
        // width of a unit, which is n / R bins.
        //
        // x minus the lower bound is off by less than a unit, and so by less than s. The same holds for d.
        // The range is off by less than 1/R of itself, and so is every distance t · S. A distance is at most
        // 2^61 steps of 2^-32 of a bin. Because S is rounded up, the distance is larger by less than 2^-63 of
        // itself, and so by less than 2^-34 of a bin. Rounding it down makes it smaller by less than 2^-32 of
        // a bin. If w is 0, l is 1 instead of 0.
        const bool whole =
            std::fmod(axis.lower(), axis.unit()) == 0 && std::fmod(axis.upper(), axis.unit()) == 0;
        const long double units = std::max((upper - lower) / axis.unit() - (whole ? 0 : 1), count);
        const auto distance_error = [&](long double distance) {
            return count / units + (whole ? 0 : std::fabs(distance) / units) + 1.25L * 0x1p-32L;
        };
        error = distance_error(position) + (axis.d ? distance_error(half_width) : 0) + 0x1p-32L;
        // Errors of the roundings above.
        error +=
            16 * std::numeric_limits<long double>::epsilon() * (std::fabs(position) + half_width + count);
    }

    [[nodiscard]] long double share_below(long double edge) const {
        if (edge <= begin) return 0;
        return edge >= end ? 1 : (edge - begin) / (end - begin);
    }
};

/// Rounding a share to 24 bits changes it by at most half a unit. Shifting T and l (docs/notes/splitting.md)
/// so that l is at least 2^38 changes T / l by less than 2^-38.
constexpr long double share_error = 0x1p-25L + 0x1p-38L;

} // namespace

TEST_CASE("splitting: the fractions of an element add up to 1, exactly") {
    Random random(1);
    for (int round = 0; round < 5000; ++round) {
        CAPTURE(round);
        const auto axis = random_split(random);
        const auto counted = shares_of(axis, OutOfRange::counted);
        REQUIRE(std::accumulate(counted.begin(), counted.end(), std::uint64_t{0}) == std::uint64_t{1} << 24);
        // Fractions out of range are dropped, or added to the first and the last bin.
        const auto bins = axis.bins.count;
        std::vector in_bins(counted.begin(), counted.begin() + bins);
        REQUIRE(shares_of(axis, OutOfRange::dropped) == in_bins);
        in_bins.front() += counted[bins];
        in_bins.back() += counted[bins + 1];
        REQUIRE(shares_of(axis, OutOfRange::clamped) == in_bins);
    }
}

TEST_CASE("joint splitting: the fractions of an element add up to 1, and to those of each axis") {
    Random random(2);
    for (int round = 0; round < 1000; ++round) {
        CAPTURE(round);
        std::vector<SplitCase> axes(random.between(2, 3));
        for (auto& axis : axes) {
            do
                axis = random_split(random);
            while (axis.bins.count > 30 || axis.d.has_value() != axes.front().d.has_value());
        }
        if (axes.front().d) axes.resize(2);
        const auto extent = [&](std::size_t axis) { return axes[axis].bins.count + std::size_t{3}; };
        const auto parts = parts_of(axes, true, OutOfRange::counted);
        const int bits = axes.size() == 3 ? 63 : 48;
        std::vector<std::uint64_t> first(extent(0));
        std::uint64_t sum = 0;
        for (const auto& [cell, fraction] : parts.parts) {
            REQUIRE(fraction.bits == bits);
            first[cell / extent(1) / (axes.size() == 3 ? extent(2) : 1)] += fraction.numerator;
            sum += fraction.numerator;
        }
        REQUIRE(sum == std::uint64_t{1} << bits);
        if (axes.size() == 3) continue; // the fractions of a single axis are rounded differently
        auto expected = shares_of(axes[0], OutOfRange::counted);
        for (auto& share : expected)
            share <<= 24U;
        REQUIRE(first == expected);
    }
}

TEST_CASE("splitting: fractions are off by no more than the roundings of the definition") {
    // Let the ends of two intervals differ by at most `error`. The part of the first interval below an edge
    // is between the parts of the second interval below edge - error and below edge + error. So below the
    // edge, the shares of the two intervals differ by at most error / length.
    Random random(3);
    for (int round = 0; round < 5000; ++round) {
        const auto axis = random_split(random);
        CAPTURE(round);
        CAPTURE(to_string(axis.bins));
        CAPTURE(axis.x);
        CAPTURE(axis.d.value_or(-1));
        const RealInterval real(axis);
        const auto counted = shares_of(axis, OutOfRange::counted);
        const auto bins = axis.bins.count;
        const long double length = real.end - real.begin;
        const long double edge_error = share_error + (real.error < length ? real.error / length : 1.0L);
        std::uint64_t sum = counted[bins]; // underflow
        for (std::uint32_t edge = 0;; ++edge) {
            const long double below = static_cast<long double>(sum) * share;
            REQUIRE(below >= real.share_below(edge - real.error) - share_error);
            REQUIRE(below <= real.share_below(edge + real.error) + share_error);
            if (edge == bins) break;
            const long double overlap = real.share_below(edge + 1) - real.share_below(edge);
            REQUIRE(std::fabs(static_cast<long double>(counted[edge]) * share - overlap) <= 2 * edge_error);
            sum += counted[edge];
        }
    }
}

TEST_CASE("splitting: an element far from the bins is in none, whatever its width below the distance") {
    Random random(4);
    for (int round = 0; round < 1000; ++round) {
        CAPTURE(round);
        auto axis = random_split(random);
        const double range = axis.upper() - axis.lower();
        const bool above = random.one_in(2);
        axis.d = std::min(range * random.unit(), 0x1p60 * axis.unit());
        const double distance =
            range * (1 + std::ldexp(random.real(1, 2), static_cast<int>(random.below(60))));
        axis.x = above ? axis.upper() + distance : axis.lower() - distance;
        std::vector<std::uint64_t> expected(axis.bins.count + std::size_t{3});
        expected[axis.bins.count + (above ? 1 : 0)] = std::uint64_t{1} << 24;
        REQUIRE(shares_of(axis, OutOfRange::counted) == expected);
    }
}
