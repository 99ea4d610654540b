#pragma once

#include "histo_cl/binning.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace histo_cl::reference {

/// The sign of the exact sum of a few numbers: −1, 0 or 1.
template <std::size_t N>
int sign_of_sum(const std::array<long double, N>& terms) {
    const auto sign = [](long double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; };
    long double rounded = 0;
    long double magnitude = 0;
    for (const auto term : terms) {
        rounded += term;
        magnitude += std::fabs(term);
    }
    if (std::fabs(rounded) > 2 * N * std::numeric_limits<long double>::epsilon() * magnitude)
        return sign(rounded);
    // Computes the exact sum as a list of parts that do not overlap, in increasing order. No rounding error
    // is lost.
    std::array<long double, N> parts{};
    for (std::size_t n = 0; n < N; ++n) {
        long double high = terms[n];
        for (std::size_t i = 0; i < n; ++i) {
            const long double sum = high + parts[i];
            const long double of_part = sum - high;
            parts[i] = (high - (sum - of_part)) + (parts[i] - of_part);
            high = sum;
        }
        parts[n] = high;
    }
    const auto last = std::find_if(parts.rbegin(), parts.rend(), [](long double part) { return part != 0; });
    return last == parts.rend() ? 0 : sign(*last);
}

/// Circular bins of floats. A sample is moved by a multiple of the period P to a number z from edge 0 to
/// below edge 0 + P. Its bin begins at the last edge that is not above z.
class CircularFloats {
  public:
    /// `edges`: the first edge of each bin. The last edge, a period above edge 0, is left out.
    CircularFloats(std::vector<double> edges, double period)
        : edges_(std::move(edges)), period_(period), remainder_(std::fmod(edges_[0], period)) {}

    /// The bin of a finite x.
    [[nodiscard]] std::uint32_t operator()(double x) const {
        // The remainders y of x and r of edge 0 are within (−P, P), so z − edge 0 is y − r plus −1 to 2
        // periods.
        const long double y = std::fmod(x, period_);
        const long double r = remainder_;
        const long double lower = edges_[0];
        long double turns = -static_cast<long double>(period_);
        while (sign_of_sum<3>({y, -r, turns}) < 0)
            turns += period_;
        const auto not_above = [&](long double edge) {
            return sign_of_sum<5>({y, -r, turns, lower, -edge}) >= 0;
        };
        const auto above = std::partition_point(edges_.begin() + 1, edges_.end(), not_above);
        return static_cast<std::uint32_t>(above - edges_.begin() - 1);
    }

  private:
    std::vector<double> edges_;
    double period_;
    double remainder_;
};

} // namespace histo_cl::reference
