#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/export.hpp"
#include "histo_cl/limits.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace histo_cl::inline HISTO_CL_ABI {

/// Maximum number of bins that a rule makes.
inline constexpr std::uint32_t max_bins_by_rule = HISTO_CL_MAX_BINS_BY_RULE;

/// Rules that derive the width of bins from the samples: those of numpy.histogram_bin_edges, by the same
/// names. With n samples over a range r, standard deviation σ, skewness g and interquartile range q:
enum class BinRule : std::uint8_t {
    automatic, ///< "auto": the smaller of the widths of `fd` (unless that is 0) and `sturges`
    fd,        ///< Freedman and Diaconis: 2 q / n^(1/3)
    doane,     ///< r / (1 + log2(n) + log2(1 + |g| / √(6 (n − 2) / ((n + 1) (n + 3)))))
    scott,     ///< σ (24 √π / n)^(1/3)
    stone,     ///< by cross-validation of 1 to max(100, √n) bins; it takes the samples, not their summary
    rice,      ///< r / (2 n^(1/3))
    sturges,   ///< r / (log2(n) + 1)
    sqrt,      ///< r / √n
};

inline constexpr std::array all_bin_rules{BinRule::automatic, BinRule::fd,   BinRule::doane,   BinRule::scott,
                                          BinRule::stone,     BinRule::rice, BinRule::sturges, BinRule::sqrt};

[[nodiscard]] HISTO_CL_API std::string_view name(BinRule rule) noexcept;

/// What the rules need to know about samples. NaN and infinities are left out.
struct SampleSummary {
    std::uint64_t count = 0;
    double least = 0;
    double greatest = 0;
    double standard_deviation = 0;  ///< divided by the count, as numpy.std. For scott, doane
    double skewness = 0;            ///< Moments::skewness. For doane, if the standard deviation is above 0
    double interquartile_range = 0; ///< between the percentiles 75 and 25. For fd, automatic
    double min_width = 0;           ///< of a bin: 1 for integers, as in NumPy 2

    friend bool operator==(const SampleSummary&, const SampleSummary&) = default;
};

/// Number of even bins that the rule makes from the smallest to the largest sample, 1 to max_bins_by_rule:
/// ceil(r / width), or 1 if the width is 0.
///
/// Throws Error(invalid_argument) for the rule `stone`, an invalid BinRule, a minimum above the maximum,
/// values that are not finite or negative where they cannot be (except an interquartile range that the rule
/// does not use), and more than max_bins_by_rule bins. One sample far from the others is the usual cause of
/// that; the message has the number of bins and the sample.
[[nodiscard]] HISTO_CL_API std::uint32_t bins_by_rule(BinRule rule, const SampleSummary& summary);

} // namespace histo_cl::inline HISTO_CL_ABI
