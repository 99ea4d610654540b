#include "core/exact.hpp"
#include "core/text.hpp"
#include "histo_cl/partial.hpp"
#include "histo_cl/statistics/wide_integer.hpp"
#include "plan/partial_sums.hpp"
#include "variants/counters.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string_view>

// Means and variances of the weights in each cell, from the exact sums of a partial.

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

/// Wide enough for n · Q and S² in units of S², which are below 2^191.
using Wide = BasicWideInteger<256>;

constexpr FloatFormat f64(SampleType::f64);

Wide product(UInt128 a, std::uint64_t b) noexcept {
    Wide result;
    result.add_product(static_cast<std::uint64_t>(a >> 64), b);
    result <<= 64;
    result.add_product(static_cast<std::uint64_t>(a), b);
    return result;
}

Wide square(UInt128 a) noexcept {
    auto result = product(a, static_cast<std::uint64_t>(a >> 64));
    result <<= 64;
    return result += product(a, static_cast<std::uint64_t>(a));
}

/// digits · 2^exponent. The last digit is a sticky bit: it is set if any lower bit of the number is set.
struct Ratio {
    UInt128 digits = 0; ///< 0, or at least 61 bits, and at most 126
    int exponent = 0;
};

/// The dividend, which is not negative, divided by up to three divisors.
Ratio ratio(Wide dividend, std::initializer_list<std::uint64_t> divisors) noexcept {
    constexpr int bits = 254;
    const int shift = bits - dividend.bit_width();
    dividend <<= static_cast<unsigned>(shift);
    std::array words{dividend.word(3), dividend.word(2), dividend.word(1), dividend.word(0)};
    bool more = false;
    for (const auto divisor : divisors) {
        std::uint64_t remainder = 0;
        for (auto& word : words) {
            const auto part = UInt128{remainder} << 64 | UInt128{word};
            word = static_cast<std::uint64_t>(part / divisor);
            remainder = static_cast<std::uint64_t>(part % divisor);
        }
        more = more || remainder != 0;
    }
    Ratio result{.exponent = -shift};
    for (const auto word : words)
        if (result.digits >> 62 == 0) {
            result.digits = result.digits << 64 | UInt128{word};
        } else {
            result.exponent += 64;
            more = more || word != 0;
        }
    if (more) result.digits = result.digits | 1U;
    return result;
}

UInt128 magnitude(Int128 value) noexcept {
    return static_cast<UInt128>(value < 0 ? -value : value);
}

/// Maximum number of elements whose sum of integer weights, or of their squares, cannot wrap.
std::uint64_t max_summed(SampleType weights, bool squared) noexcept {
    const auto greatest =
        static_cast<std::uint64_t>(is_signed(weights) ? -lowest(weights) : highest(weights));
    if (squared) return largest_u64 / (greatest * greatest);
    return (is_signed(weights) ? largest_u64 / 2 : largest_u64) / greatest;
}

/// Throws Error(invalid_argument) unless the partial has what the function `call` needs.
void check_profile(const Partial& partial, std::uint32_t vector, bool squared, std::string_view call) {
    const auto& problem = partial.problem();
    if (!problem.weights || !problem.counts_too || (squared && !problem.squared_weights))
        invalid(call, " needs weights with counts_too", squared ? " and squared_weights" : "",
                "; the partial has ", to_string(problem));
    if (vector >= problem.weight_vectors)
        invalid(call, ": weight vector ", vector, " of ", problem.weight_vectors, "; the first is 0");
    const auto weights = *problem.weights;
    if (is_float(weights)) return;
    const auto max = max_summed(weights, squared);
    const auto refuse = [&](auto... what) {
        invalid(call, ": ", what..., "the sums of ", weights, squared ? " weights' squares" : " weights",
                " can exceed 64 bits: use f64 weights");
    };
    if (squared && bytes(weights) > 2) refuse();
    for (std::uint64_t cell = 0; cell < problem.cells(); ++cell)
        if (const auto count = partial.words()[cell]; count > max)
            refuse("cell ", cell, " has ", count, " elements, and beyond ", max, " ");
}

/// The sums from which the profile of one weight vector is computed.
struct ProfileSums {
    std::span<const std::uint64_t> counts;
    ExactSums sums;
    ExactSums squares; ///< none for means alone
};

ProfileSums profile_sums(const Partial& partial, std::uint32_t vector, bool squared) {
    const auto& problem = partial.problem();
    const auto first = problem.cells() * (1 + vector);
    return {.counts = partial.words().first(problem.cells()),
            .sums = exact_sums(problem, partial.words(), first),
            .squares = squared ? exact_sums(problem, partial.words(),
                                            first + problem.cells() * problem.weight_vectors)
                               : ExactSums{}};
}

double mean_of(const ProfileSums& all, std::size_t cell) noexcept {
    const auto n = all.counts[cell];
    const auto& [units, not_finite] = all.sums.cells[cell];
    if (n == 0) return std::numeric_limits<double>::quiet_NaN();
    if (not_finite != 0) return std::bit_cast<double>(not_finite);
    const auto [digits, exponent] = ratio(product(magnitude(units), 1), {n});
    const auto size =
        std::bit_cast<double>(nearest_float(static_cast<Int128>(digits), exponent + all.sums.exponent, f64));
    return units < 0 ? -size : size;
}

/// n · Q − S², at least 0, in units of 2^(2 · ExactSums::exponent) of the sums.
Wide spread(const ProfileSums& all, std::size_t cell) noexcept {
    const auto squares = all.squares.cells[cell].units;
    auto result = product(static_cast<UInt128>(squares), all.counts[cell]);
    result <<= static_cast<unsigned>(all.squares.exponent - 2 * all.sums.exponent);
    result -= square(magnitude(all.sums.cells[cell].units));
    return squares < 0 || result.negative() ? Wide() : result;
}

bool has_spread(const ProfileSums& all, std::size_t cell, std::uint64_t ddof) noexcept {
    return all.counts[cell] > ddof && all.squares.cells[cell].not_finite == 0 &&
           all.sums.cells[cell].not_finite == 0;
}

double variance_of(const ProfileSums& all, std::size_t cell, std::uint64_t ddof) noexcept {
    if (!has_spread(all, cell, ddof)) return std::numeric_limits<double>::quiet_NaN();
    const auto n = all.counts[cell];
    const auto [digits, exponent] = ratio(spread(all, cell), {n, n - ddof});
    return std::bit_cast<double>(
        nearest_float(static_cast<Int128>(digits), exponent + 2 * all.sums.exponent, f64));
}

double error_of_mean(const ProfileSums& all, std::size_t cell) noexcept {
    if (!has_spread(all, cell, 1)) return std::numeric_limits<double>::quiet_NaN();
    const auto n = all.counts[cell];
    auto [digits, exponent] = ratio(spread(all, cell), {n, n, n - 1});
    if (exponent % 2 != 0) {
        digits = digits << 1;
        --exponent;
    }
    // The root of the digits is in range even if the variance is not.
    return std::ldexp(std::sqrt(static_cast<double>(digits)), exponent / 2 + all.sums.exponent);
}

} // namespace

std::vector<double> means(const Partial& partial, std::uint32_t vector) {
    check_profile(partial, vector, false, "means()");
    const auto all = profile_sums(partial, vector, false);
    std::vector<double> result;
    for (std::size_t cell = 0; cell < all.counts.size(); ++cell)
        result.push_back(mean_of(all, cell));
    return result;
}

std::vector<double> variances(const Partial& partial, std::uint64_t ddof, std::uint32_t vector) {
    check_profile(partial, vector, true, "variances()");
    const auto all = profile_sums(partial, vector, true);
    std::vector<double> result;
    for (std::size_t cell = 0; cell < all.counts.size(); ++cell)
        result.push_back(variance_of(all, cell, ddof));
    return result;
}

std::vector<ProfileBin> profile(const Partial& partial, std::uint32_t vector) {
    check_profile(partial, vector, true, "profile()");
    const auto all = profile_sums(partial, vector, true);
    std::vector<ProfileBin> result;
    for (std::size_t cell = 0; cell < all.counts.size(); ++cell)
        result.push_back({.mean = mean_of(all, cell), .error = error_of_mean(all, cell)});
    return result;
}

} // namespace histo_cl::inline HISTO_CL_ABI
