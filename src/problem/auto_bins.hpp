#pragma once

#include "histo_cl/auto_bins.hpp"
#include "histo_cl/default_problem.hpp"
#include "histo_cl/number.hpp"
#include "histo_cl/sample.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace histo_cl::detail {

/// Returns the finite samples as sorted doubles, or only the samples in the range if a range is given. Floats
/// become their values, and integers become their distances from the smallest of the returned samples.
[[nodiscard]] std::vector<double> sorted_values(SampleType type, std::span<const std::byte> samples,
                                                const std::optional<SampleExtremes>& range = {});

/// The summary of sorted values.
[[nodiscard]] SampleSummary summary_of(std::span<const double> values);

/// Number of bins that Stone's rule chooses for n sorted values. The rule compares the numbers from 1 to
/// max(100, √n), or to max_bins_by_rule if that is smaller. It chooses the number with the smallest estimate
/// of the squared error of the density (Stone 1984, Rudemo 1982),
///
///     (2 − (n + 1) · sum of (count of a bin / n)²) / width of a bin.
///
/// Returns 1 if there are fewer than two different values.
[[nodiscard]] std::uint32_t stone_bins(std::span<const double> values);

/// The range that the bins of a rule cover.
struct RuleRange {
    double width; ///< distance from `minimum` to `maximum`
    Number minimum;
    Number maximum;
    /// The skewness of the samples: above 0 if the greatest sample is far from the others, below 0 if the
    /// least sample is.
    double skewness = 0;
    bool is_given = false; ///< the caller gave the range; otherwise the samples determine it
};

/// The bin width that the rule chooses. It may be 0. Throws Error(invalid_argument) like bins_by_rule().
[[nodiscard]] double width_by_rule(BinRule rule, const SampleSummary& summary);

/// Smallest number of bins that cover the range, if a bin is at most max(width, min_width) wide. Returns 1 if
/// `width` or the width of the range is 0. Throws Error(invalid_argument) if the number is above
/// max_bins_by_rule.
[[nodiscard]] std::uint32_t bins_of_width(BinRule rule, double width, double min_width,
                                          const RuleRange& range);

} // namespace histo_cl::detail
