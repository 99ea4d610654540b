#pragma once

#include "common/terminal.hpp"
#include "demo/command/analysis_args.hpp"
#include "demo/count/histograms.hpp"

#include <span>
#include <string>
#include <vector>

namespace demo {

/// One number that a histogram has.
struct Statistic {
    std::string name;
    double value;
};

/// Those of each histogram; all have the same ones.
using Statistics = std::vector<std::vector<Statistic>>;

/// What the arguments ask for, of a histogram of the problem; `other` is what it is compared with, or null.
/// Throws histo_cl::Error, such as for negative weights.
[[nodiscard]] std::vector<Statistic> statistics_of(const AnalysisArgs& args, const histo_cl::Problem& problem,
                                                   const Histogram& histogram, const Histogram* other,
                                                   std::span<const std::string> axes);

/// A line for each, with a column for each histogram, as many side by side as the terminal holds.
[[nodiscard]] std::string statistics_text(std::span<const Histogram> histograms, const Statistics& statistics,
                                          const common::Terminal& terminal);

} // namespace demo
