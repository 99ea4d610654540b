#pragma once

#include "common/terminal.hpp"
#include "count/output_args.hpp"
#include "count/result.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace count {

/// The interval that contains a statistic of the samples.
struct Bounds {
    histo_cl::Number lower;
    histo_cl::Number upper;
};

/// A statistic of a histogram. Percentiles have bounds, which are the value itself if it is exact.
struct Statistic {
    std::string name;
    histo_cl::Number value;
    std::optional<Bounds> bounds = {};
    std::string text = {}; ///< is shown in place of the value, such as a date; may be empty
};

/// The statistics of each histogram. All histograms have the same kinds of statistics.
using Statistics = std::vector<std::vector<Statistic>>;

/// Returns the requested statistics of a histogram of the problem. `other`: the histogram to compare with, or
/// null. `exact`: the exact statistics of the histogram's samples, or null. Throws histo_cl::Error, such as
/// for negative weights.
[[nodiscard]] std::vector<Statistic> statistics_of(const AnalysisArgs& args, const histo_cl::Problem& problem,
                                                   const Histogram& histogram, const Histogram* other,
                                                   std::span<const std::string> axes,
                                                   const Exact* exact = nullptr);

/// The name of a statistic as a key of JSON and CSV: "standard_deviation", "entropy_bits".
[[nodiscard]] std::string key_of(std::string_view name);

/// Returns the name of a percentile, such as "p99.9".
[[nodiscard]] std::string percentile_name(double percent);

/// A line for each statistic, with a column for each histogram. Histograms that do not fit into the width of
/// the terminal follow in further tables.
[[nodiscard]] std::string statistics_text(std::span<const Histogram> histograms, const Statistics& statistics,
                                          const common::Terminal& terminal);

} // namespace count
