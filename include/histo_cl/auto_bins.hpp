#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/export.h"
#include "histo_cl/limits.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace histo_cl::inline HISTO_CL_ABI {

/// Maximum number of bins that a rule makes: 2^20.
inline constexpr std::uint32_t max_bins_by_rule = HISTO_CL_MAX_BINS_BY_RULE;

/// Rules that derive the width of bins from the samples. They are the rules of numpy.histogram_bin_edges,
/// with the same names. The formulas below give the width for n samples with range r, standard deviation σ,
/// skewness g and interquartile range q.
enum class BinRule : std::uint8_t {
    /// NumPy's "auto": the smaller of the widths of `fd` and `sturges`; `fd` is ignored if its width is 0.
    automatic,
    fd,    ///< Freedman and Diaconis: 2 q / n^(1/3)
    doane, ///< r / (1 + log2(n) + log2(1 + |g| / √(6 (n − 2) / ((n + 1) (n + 3))))); 0 if n < 3 or σ is 0
    scott,   ///< σ (24 √π / n)^(1/3)
    stone,   ///< cross-validation of 1 to max(100, √n) bins; needs the samples, not only their summary
    rice,    ///< r / (2 n^(1/3))
    sturges, ///< r / (log2(n) + 1)
    sqrt,    ///< r / √n
};

/// All rules, in the order of the enumeration.
inline constexpr std::array all_bin_rules{BinRule::automatic, BinRule::fd,   BinRule::doane,   BinRule::scott,
                                          BinRule::stone,     BinRule::rice, BinRule::sturges, BinRule::sqrt};

/// The name of a rule, e.g. "fd". The name of `automatic` is "auto".
[[nodiscard]] HISTO_CL_API std::string_view name(BinRule rule) noexcept;

/// The statistics of samples from which a rule computes the number of bins. NaN and infinities are left out.
struct SampleSummary {
    std::uint64_t count = 0;       ///< number of finite samples
    double minimum = 0;            ///< the smallest finite sample
    double maximum = 0;            ///< the largest finite sample
    double standard_deviation = 0; ///< population standard deviation, like numpy.std; used by scott and doane
    double skewness = 0; ///< see Moments::skewness; used by doane, unless the standard deviation is 0
    double interquartile_range = 0; ///< the 75th percentile minus the 25th; used by fd and automatic
    double min_width = 0;           ///< minimum width of a bin: 1 for integers, as in NumPy 2

    friend bool operator==(const SampleSummary&, const SampleSummary&) = default;
};

/// Number of even bins, 1 to max_bins_by_rule, into which the rule divides the range from the smallest to the
/// largest sample: ceil(r / width), or 1 if the width is 0. A width below min_width becomes min_width.
///
/// Throws Error(invalid_argument) for the rule `stone`, an invalid BinRule, a minimum above the maximum,
/// values that are not finite, a negative standard deviation, interquartile range or min_width, and more than
/// max_bins_by_rule bins. An interquartile range that the rule does not use, and the skewness if the standard
/// deviation is 0, may have any value. The usual cause of too many bins is a sample far from the others; the
/// message has the number of bins and this sample.
[[nodiscard]] HISTO_CL_API std::uint32_t bins_by_rule(BinRule rule, const SampleSummary& summary);

} // namespace histo_cl::inline HISTO_CL_ABI
